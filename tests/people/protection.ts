import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { logPathsOf } from '../../src/core/log/store/paths.ts';
import {
  CANARIES,
  fillWithCanaries,
  issueUnknown,
  issueWithCanaries,
  readableCanariesIn,
} from '../../src/core/log/testing/canaryLog.ts';
import { manualClock } from '../../src/core/testing/builders.ts';
import { openTestLog } from '../../src/core/testing/log.ts';
import { codeText } from '../../src/core/vault/typedCode.ts';
import { DRAFT_FIELDS } from '../../src/shared/domain/draft.ts';
import { buildInput, createInput } from '../support/builders.ts';
import type { Call, RunningHost } from './hosts.ts';
import { ask, codeOf, expectCode } from './steps.ts';
import type { Story } from './story.ts';
import { OPERATION_NAMES } from '../../src/shared/contract/operations.ts';

const PROTECT_LOG = path.join(import.meta.dirname, '../../scripts/protect-log.ts');
const shownSchema = z.object({ confirmId: z.string(), code: z.string() });
const stateSchema = z.looseObject({ state: z.string() });
/** Old enough for the shortest retention time. */
const LONG_AGO = '2026-01-10T10:00:00.000Z';
/** The writer erases in its idle time. */
const ERASING_MS = 2500;

/** A log with every kind of record about customers, its backups, and a copy of it set aside. */
async function fill(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const log = await openTestLog(dataDir, { clock: manualClock(LONG_AGO) });
  await fillWithCanaries(log, dataDir, 8);
  await log.backUp();
  await issueWithCanaries(log, 'D', 3);
  await issueUnknown(log);
  await log.backUp();
  await log.indexed();
  await log.close();
  const { file, damaged } = logPathsOf(dataDir);
  const aside = path.join(damaged, '2026-01-11T00-00-00-000Z');
  mkdirSync(aside, { recursive: true });
  copyFileSync(file, path.join(aside, 'log.sqlite'));
}

/** Both flows through the embedded provider, which has a file of its own, and a form that is not sent. */
async function work(page: Call): Promise<void> {
  const { customer } = CANARIES;
  // Another customer each time: the same again within the hour would be asked about.
  const named = `${customer} ${randomUUID()}`;
  await ask(page, z.unknown(), 'issue.create', createInput({ customer: `${named} a` }));
  await ask(page, z.unknown(), 'issue.build', buildInput({ customer: `${named} b` }));
  const texts = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, '']));
  await ask(page, z.unknown(), 'draft.keep', {
    pageId: randomUUID(),
    profileId: 'sandbox',
    flow: 'create',
    draft: {
      intentId: randomUUID(),
      texts: { ...texts, customer },
      orderIsAuto: false,
      filledIn: { callback_url: '', success_url: '', reject_url: '' },
    },
  });
  await untilQuiet(page);
}

/** Requests that are on their way refuse a switch. */
async function untilQuiet(page: Call): Promise<void> {
  const stages = await ask(page, z.array(z.unknown()), 'request.stages', {});
  if (stages.length === 0) return;
  await sleep(50);
  await untilQuiet(page);
}

/** Whatever can be read of customers in a copy of the data directory is let through. */
function expectNothingReadable({ name, findings }: Story, dataDir: string, when: string): void {
  findings.cases += 1;
  for (const place of readableCanariesIn(dataDir)) {
    findings.letThrough.push(`${name}: ${when}: ${place}`);
  }
}

async function protect(story: Story, host: RunningHost, page: Call): Promise<string> {
  const { confirmId, code } = await ask(page, shownSchema, 'protection.newCode', {});
  const apply = async (call: Call, typed: string): Promise<string> =>
    codeOf(await call('protection.apply', { confirmId, code: typed }));
  const swapped = `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}`;
  expectCode(story, 'a Log code mistyped', await apply(page, swapped), 'code_mistyped');
  const foreign = codeText(new Uint8Array(16));
  expectCode(story, 'another Log code', await apply(page, foreign), 'log_code_wrong');
  const elsewhere = await apply(await host.page(), code);
  expectCode(story, 'a Log code from another page', elsewhere, 'protection_not_possible');
  expectCode(story, 'the Log code', await apply(page, code), 'ok');
  return code;
}

/** What a locked desk answers: the page's look, that it is protected, and the Log code. */
const OF_LOCKED: ReadonlySet<string> = new Set([
  'settings.get',
  'protection.state',
  'protection.unlock',
]);

/** On another machine every page finds a locked desk: nothing is answered, and guessing is slowed. */
async function tryLocked(story: Story, code: string): Promise<void> {
  const host = await story.start({ env: story.otherKeychain });
  const page = await host.page();
  const answered: string[] = [];
  for (const name of OPERATION_NAMES.filter((one) => !OF_LOCKED.has(one))) {
    const said = codeOf(await page(name, {}));
    // What only Electron's own dialog may ask is refused before.
    if (said !== 'log_locked' && said !== 'not_authorised') answered.push(`${name}: ${said}`);
  }
  expectCode(story, 'operations of a locked desk', answered.join(', '), '');
  const unlock = async (typed: string): Promise<string> =>
    codeOf(await page('protection.unlock', { code: typed }));
  const swapped = `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}`;
  expectCode(story, 'a mistyped code at a locked desk', await unlock(swapped), 'code_mistyped');
  for (let guesses = 0; guesses < 3; guesses += 1) {
    const foreign = await unlock(codeText(new Uint8Array(16)));
    expectCode(story, 'another code at a locked desk', foreign, 'log_code_wrong');
  }
  expectCode(story, 'a fourth guess at a locked desk', await unlock(code), 'pin_wait');
  await host.kill();
}

/** The Log code opens it there, by a command and by the page, and everything is in it. */
async function loseKeychain(story: Story, code: string): Promise<void> {
  const { dataDir, otherKeychain: env, findings, name } = story;
  await tryLocked(story, code);
  const run = (typed: string): number | null =>
    spawnSync(process.execPath, [PROTECT_LOG, '--data-dir', dataDir, '--unlock'], {
      input: `${typed}\n`,
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
    }).status;
  const foreign = run(codeText(new Uint8Array(16)));
  expectCode(story, 'another Log code for a command', String(foreign), '1');
  expectCode(story, 'the Log code for a command', String(run(code)), '0');
  const locked = await story.start({ env });
  const opened = await (await locked.page())('protection.unlock', { code });
  expectCode(story, 'the Log code at a locked desk', codeOf(opened), 'ok');
  await locked.kill();
  // The keychain has the key again.
  const host = await story.start({ env });
  const page = await host.page();
  const verified = await ask(page, z.looseObject({ verdict: z.string() }), 'log.verify', {});
  if (verified.verdict !== 'holds') findings.lost.push(`${name}: ${JSON.stringify(verified)}`);
  const off = await ask(page, stateSchema, 'protection.turnOff', {});
  expectCode(story, 'switched off', off.state, 'off');
  await host.kill();
}

/** A copy of a protected data directory, at each moment of a day's work, on one host. */
export async function runProtection(story: Story): Promise<void> {
  const { dataDir, findings } = story;
  await fill(dataDir);
  const host = await story.start();
  const page = await host.page();
  await work(page);
  const places = readableCanariesIn(dataDir).join('\n');
  for (const place of ['log.sqlite', 'backups', 'pictures', 'damaged', 'drafts', 'sandbox']) {
    if (!places.includes(place)) findings.lost.push(`${story.name}: no canary in ${place}`);
  }
  const code = await protect(story, host, page);
  expectNothingReadable(story, dataDir, 'protected');
  await work(page);
  const shownAt = new Date().toISOString();
  await ask(page, z.unknown(), 'log.setRetention', { days: 7, shownAt });
  await sleep(ERASING_MS);
  await ask(page, z.unknown(), 'log.backUp', {});
  expectNothingReadable(story, dataDir, 'after a day of work');
  await host.kill();
  expectNothingReadable(story, dataDir, 'killed');
  await loseKeychain(story, code);
}
