import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';

import { z } from 'zod';

import { DESK } from '../../src/core/ports.ts';
import { searchOf } from '../../src/core/testing/searching.ts';
import { CONTRACT } from '../../src/shared/contract/operations.ts';
import { createInput } from '../support/builders.ts';
import { type WholeDesk, type WholeDeskOptions, openWholeDesk } from '../support/wholeDesk.ts';

/**
 * The whole desk, killed by dieAtStep.ts while it switches protection, or by the runner while it erases. It says each order in the
 * moment in which the desk has answered that it is recorded.
 */
const taskSchema = z.object({
  desk: z.custom<WholeDeskOptions>((value) => typeof value === 'object'),
  what: z.enum(['switch', 'off', 'erase', 'look']),
});
const PAGE_SIZE = 200;
const RETENTION_DAYS = 7;

function say(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

async function issue(desk: WholeDesk): Promise<void> {
  const orderId = `K-${randomUUID().slice(0, 8)}`;
  const input = { ...createInput({ order_id: orderId }), intentId: randomUUID() };
  const reply = await desk.services.dispatch(DESK, 'issue.create', input);
  if (reply.ok) say({ recorded: orderId });
}

async function switchKeys(desk: WholeDesk, isOff: boolean): Promise<void> {
  await issue(desk);
  await desk.ask('log.backUp', {});
  const shown = isOff ? {} : await desk.ask('protection.newCode', {});
  await untilQuiet(desk);
  const switching = desk.ask(isOff ? 'protection.turnOff' : 'protection.apply', shown);
  await Promise.all([switching, issue(desk), issue(desk)]);
  await untilQuiet(desk);
}

/** Requests that are on their way refuse a switch. */
async function untilQuiet(desk: WholeDesk): Promise<void> {
  const stages = await desk.ask('request.stages', {});
  if (Array.isArray(stages) && stages.length > 0) {
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    await untilQuiet(desk);
  }
}

async function look(desk: WholeDesk): Promise<void> {
  const report = CONTRACT['log.verify'].output.parse(await desk.ask('log.verify', {}));
  const search = searchOf({}, PAGE_SIZE);
  const { rows } = CONTRACT['log.search'].output.parse(await desk.ask('log.search', search));
  const protection = await desk.ask('protection.state', {});
  const { verdict, detail, erased = [] } = report;
  const bodies = erased.reduce((sum, day) => sum + day.bodies, 0);
  const orders = rows.map(({ orderId }) => orderId);
  say({ found: { verdict, detail, orders, protection, erased: bodies } });
}

const { desk: options, what } = taskSchema.parse(JSON.parse(process.argv[2] ?? ''));
const desk = await openWholeDesk(options);
await desk.ask('recovery.acknowledge', {});
if (what === 'look') await look(desk);
else if (what === 'erase') {
  await desk.ask('log.setRetention', {
    days: RETENTION_DAYS,
    shownAt: new Date().toISOString(),
  });
  say({ erasing: true });
  await new Promise((resolve) => {
    setTimeout(resolve, 60_000);
  });
} else await switchKeys(desk, what === 'off');
await desk.services.close();
