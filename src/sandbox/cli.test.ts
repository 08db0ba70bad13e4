import { type ChildProcess, spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openLedger } from './ledger.ts';
import {
  MERCHANT,
  type Place,
  SECRET,
  createBody,
  makePlace,
  post,
  textOf,
} from './testSupport.ts';

const CLI = join(import.meta.dirname, 'cli.ts');
const READY = /^Sandbox provider is ready at (?<origin>http:\/\/127\.0\.0\.1:[0-9]+)$/u;

let place: Place;
let ledgerFile: string;
let children: ChildProcess[] = [];

beforeEach(async () => {
  place = await makePlace();
  ledgerFile = join(place.folder, 'ledger.jsonl');
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await place.remove();
});

/** The first thing an event brings. */
async function first(emitter: EventEmitter, event: string): Promise<unknown> {
  const values: readonly unknown[] = await once(emitter, event);
  return values[0];
}

type Run = { readonly code: number | null; readonly out: string; readonly err: string };

function launch(
  args: readonly string[],
  command: readonly string[] = [process.execPath],
): ChildProcess {
  const [program = '', ...before] = command;
  const env = { ...process.env, SANDBOX_SECRET: SECRET };
  const child = spawn(program, [...before, CLI, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function start(args: readonly string[], command?: readonly string[]) {
  const child = launch(args, command);
  if (child.stdout === null) throw new Error('No stdout');
  const line = await first(createInterface(child.stdout), 'line');
  const origin = READY.exec(textOf(line))?.groups?.['origin'];
  if (origin === undefined) throw new Error(`Not the ready line: ${textOf(line)}`);
  return { child, origin };
}

async function runToEnd(args: readonly string[]): Promise<Run> {
  const child = launch(args);
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  child.stderr?.on('data', (chunk) => (err += String(chunk)));
  const code = await first(child, 'close');
  return { code: typeof code === 'number' ? code : null, out, err };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const ended = first(child, 'exit');
  child.kill(signal);
  return ended;
}

describe('the sandbox on its own', () => {
  it('keeps what it answered through a SIGKILL, links included', async () => {
    const args = ['--port', '0', '--ledger', ledgerFile];
    const killed = await start(args);
    const orders = Array.from({ length: 10 }, (_, index) => `K-${index}`);
    const answers = await Promise.all(
      orders.map((order_id) => post(killed.origin, 'create', createBody({ order_id }))),
    );
    await stop(killed.child, 'SIGKILL');

    const second = await start(args);
    const again = await Promise.all(
      orders.map((order_id) => post(second.origin, 'create', createBody({ order_id }))),
    );
    expect(again.map((answer) => answer.status)).toEqual(orders.map(() => 409));
    const page = await fetch(`${second.origin}/pay/${textOf(answers[0]?.body['id'])}`);
    expect(page.status).toBe(200);
    const bill = await fetch(`${second.origin}/bill/${textOf(answers[9]?.body['id'])}.png`);
    expect(bill.headers.get('content-type')).toBe('image/png');
    await stop(second.child, 'SIGKILL');
    const ledger = await openLedger(ledgerFile);
    expect(
      ledger
        .entries()
        .map((entry) => entry.id)
        .toSorted(),
    ).toEqual(answers.map((answer) => textOf(answer.body['id'])).toSorted());
    await ledger.close();
  });

  it.runIf(process.platform !== 'win32')(
    'answers 500 and creates nothing when the disk takes no more',
    async () => {
      // The limit on file size stands in for a full disk: the write that crosses it is cut short.
      const limited = ['/bin/sh', '-c', `ulimit -f 4; exec "${process.execPath}" "$@"`, 'sh'];
      const { child, origin } = await start(['--port', '0', '--ledger', ledgerFile], limited);
      const statuses = new Map<string, number>();
      await Array.from({ length: 12 }, (_, index) => `F-${index}`).reduce(
        async (before, order_id) => {
          await before;
          statuses.set(order_id, (await post(origin, 'create', createBody({ order_id }))).status);
        },
        Promise.resolve(),
      );
      expect(new Set(statuses.values())).toEqual(new Set([200, 500]));
      await stop(child, 'SIGTERM');
      expect((await readFile(ledgerFile, 'utf8')).endsWith('\n')).toBe(true);
      const ledger = await openLedger(ledgerFile);
      const created = ledger.entries().map((entry) => entry.order_id);
      expect(created).toEqual(
        [...statuses].flatMap(([order, status]) => (status === 200 ? [order] : [])),
      );
      expect(ledger.complaint).toBeNull();
      await ledger.close();
    },
  );

  // Windows has no signals to end a process by: it is killed outright, which the first test covers.
  const signals = process.platform === 'win32' ? ([] as const) : (['SIGINT', 'SIGTERM'] as const);
  it.each(signals)('ends cleanly on %s', async (signal) => {
    const { child } = await start(['--port', '0', '--ledger', ledgerFile]);
    expect(await stop(child, signal)).toBe(0);
  });

  it.each([
    [['--prot', '1']],
    [['--port']],
    [['--port', 'http']],
    [['--port', '65536']],
    [['--port=-1']],
    [['--merchant', 'me']],
    [['--ledger', '']],
    [['extra']],
  ])('prints usage and exits 2 for %j', async (args) => {
    const { code, out, err } = await runToEnd(args);
    expect(code).toBe(2);
    expect(err).toContain('Usage: npm run sandbox');
    expect(out).toBe('');
  });

  it('prints usage when asked for it', async () => {
    const { code, out } = await runToEnd(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('SANDBOX_SECRET');
  });

  it('says that a port is taken, and never prints a secret it was given', async () => {
    const { origin } = await start(['--port', '0', '--ledger', ledgerFile]);
    const other = join(place.folder, 'other.jsonl');
    const { code, err } = await runToEnd(['--port', new URL(origin).port, '--ledger', other]);
    expect(code).toBe(1);
    expect(err).toContain('the port is taken');
    expect(err).not.toContain('Secret');
  });

  it('knows the merchant it was given', async () => {
    const merchant = 'aaaaaaaa-2222-4333-8444-555555555555';
    const { origin } = await start(['--port', '0', '--ledger', ledgerFile, '--merchant', merchant]);
    const limits = `${origin}/api/v1/requests/limit?merchant=`;
    expect((await fetch(limits + merchant)).status).toBe(200);
    expect((await fetch(limits + MERCHANT)).status).toBe(403);
  });
});
