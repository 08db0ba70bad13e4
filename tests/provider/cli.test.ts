import { type ChildProcess, spawn } from 'node:child_process';
import { type EventEmitter, on, once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { PRESETS } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { openLedger } from '#sandbox/ledger.ts';
import { limitsIn, postIn } from '#sandbox/testing/client.ts';
import { startMerchant } from '#sandbox/testing/merchant.ts';
import { pageOf, press } from '#sandbox/testing/page.ts';
import {
  type Fields,
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  createBody,
  makePlace,
  post,
  textOf,
} from '#sandbox/testing/support.ts';
import { ADMIN_TOKEN, admin, ask, bodyFor, truth } from '#sandbox/testing/wire.ts';

import { type Bundled, bundled } from '../support/bundled.ts';

const CLI = join(import.meta.dirname, 'cli.ts');
/** As npm runs it. Faults need it so: one of their ports is a thread that starts from its own file. */
const FROM_SOURCE = [process.execPath, CLI];
let program: Bundled;
const READY = /^Sandbox provider is ready at (?<origin>http:\/\/127\.0\.0\.1:[0-9]+)$/u;

let place: Place;
let ledgerFile: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  program = await bundled(CLI);
});
afterAll(() => program.remove());
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
  under: readonly string[] = [process.execPath, program.file],
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  const [command = '', ...before] = under;
  const env = { ...process.env, SANDBOX_SECRET: SECRET, SANDBOX_ADMIN_TOKEN: '', ...more };
  const child = spawn(command, [...before, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function start(
  args: readonly string[],
  under?: readonly string[],
  more?: Readonly<Record<string, string>>,
) {
  const child = launch(args, under, more);
  if (child.stdout === null) throw new Error('No stdout');
  const line = await first(createInterface(child.stdout), 'line');
  const origin = READY.exec(textOf(line))?.groups?.['origin'];
  if (origin === undefined) throw new Error(`Not the ready line: ${textOf(line)}`);
  return { child, origin };
}

async function runToEnd(args: readonly string[], under?: readonly string[]): Promise<Run> {
  const child = launch(args, under);
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
      const run = `ulimit -f 4; exec "${process.execPath}" "$@"`;
      const limited = ['/bin/sh', '-c', run, 'sh', program.file];
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

  it('prints usage and exits 2 for flags that make no sense, and says what is wrong', async () => {
    const { code, out, err } = await runToEnd(['--limits-shape', 'toString']);
    expect(code).toBe(2);
    expect(err).toMatch(/^--limits-shape: .* toString\n\nUsage: npm run sandbox/u);
    expect(out).toBe('');
  });

  it('prints usage when asked for it, from its source as npm runs it', async () => {
    const { code, out } = await runToEnd(['--help'], FROM_SOURCE);
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

describe('the sandbox with a provider format', () => {
  const FORMAT: Dialect = {
    ...PRESETS['md5-form'],
    envelope: { kind: 'path', path: 'data' },
    limitResponse: { kind: 'recognised', units: 'major' },
    companionHeaders: [{ kind: 'secret', name: 'X-Api-Key', prefix: '' }],
  };
  const headerSecrets = { 'X-Api-Key': 'header-secret' };

  async function written(value: unknown): Promise<string> {
    const file = join(place.folder, 'format.json');
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  }

  it('speaks it, and answers limits in the shape asked for', async () => {
    const file = await written(FORMAT);
    const args = ['--port', '0', '--ledger', ledgerFile, '--dialect', file];
    const { origin } = await start([...args, '--limits-shape', 'map-by-currency'], undefined, {
      SANDBOX_HEADER_SECRETS: JSON.stringify(headerSecrets),
    });
    const told = { dialect: FORMAT, headerSecrets };
    const answer = await postIn(origin, 'create', createBody(), told);
    expect(asFields(answer.body['data'])['external_id']).toBe('A-1');
    const limits = await limitsIn(origin, MERCHANT, told);
    expect(limits.body).toMatchObject({ data: { TJS: { min: 50, max: 10_000 } } });
  });

  it('does not start with another, and says why', async () => {
    const signature = { ...FORMAT.signature, algorithm: 'crc32' };
    const file = await written({ ...FORMAT, signature });
    const args = ['--port', '0', '--ledger', ledgerFile, '--dialect', file];
    const { code, err } = await runToEnd(args);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The sandbox could not start: --dialect: .*format\.json is not a provider format\n {2}signature\.algorithm: /u,
    );
    expect(err).not.toContain('    at ');
  });

  it('makes up a secret that fits it', async () => {
    const dialect = PRESETS['rsa-header'];
    const args = ['--port', '0', '--ledger', ledgerFile, '--dialect', await written(dialect)];
    const child = launch(args, undefined, { SANDBOX_SECRET: '' });
    let err = '';
    child.stderr?.on('data', (chunk) => (err += String(chunk)));
    if (child.stdout === null) throw new Error('No stdout');
    const origin = /http:\S+/u.exec(String(await first(child.stdout, 'data')))?.[0] ?? '';
    await expect.poll(() => err).toContain('(of this run');
    const secret = /^Secret {3}(?<secret>[^(]+) \(/mu.exec(err)?.groups?.['secret'] ?? '';
    const answer = await postIn(origin, 'create', createBody(), { dialect, secret });
    expect(answer.status).toBe(200);
  });
});

describe('the sandbox with a plan of callbacks', () => {
  it('tells the account by it, and goes on after a SIGKILL', async () => {
    const merchant = await startMerchant();
    const plan = { states: { paid: 'DONE' }, retries_ms: [600] };
    const file = join(place.folder, 'callbacks.json');
    await writeFile(file, JSON.stringify(plan));
    const own = ['--callbacks', file, '--account-url', `${merchant.origin}/account`];
    const args = ['--port', '0', '--ledger', ledgerFile, '--valid-minutes', '5', ...own];
    const killed = await start(args);
    merchant.answerNext(503);
    await press(`${await pageOf(killed.origin, 'create', createBody())}/paid`);
    await merchant.until(1);
    await stop(killed.child, 'SIGKILL');
    await start(args);
    await merchant.until(2);
    expect(merchant.said()).toMatchObject([{ state: 'DONE' }, { state: 'DONE' }]);
    expect(merchant.heard[1]).toMatchObject({ url: '/account', body: merchant.heard[0]?.body });
    const lines = (await readFile(ledgerFile, 'utf8')).split('\n');
    const deposit = lines.find((line) => line.includes('"line":"deposit"')) ?? '';
    const { at, expires_at } = asFields(JSON.parse(deposit));
    expect(Date.parse(textOf(expires_at)) - Date.parse(textOf(at))).toBe(5 * 60_000);
    await merchant.close();
  });
});

describe('the sandbox with faults', () => {
  type Faulty = {
    readonly child: ChildProcess;
    readonly origin: string;
    readonly told: Fields;
    readonly err: () => string;
  };

  async function startFaulty(more: Readonly<Record<string, string>> = {}): Promise<Faulty> {
    const child = launch(['--port', '0', '--ledger', ledgerFile, '--faults'], FROM_SOURCE, more);
    let err = '';
    child.stderr?.on('data', (chunk) => (err += String(chunk)));
    if (child.stdout === null) throw new Error('No stdout');
    const lines = on(createInterface(child.stdout), 'line');
    const next = async (): Promise<string> => {
      const { value }: { value?: unknown } = await lines.next();
      return textOf(Array.isArray(value) ? value[0] : undefined);
    };
    const origin = READY.exec(await next())?.groups?.['origin'] ?? '';
    return { child, origin, told: asFields(JSON.parse(await next())), err: () => err };
  }

  it('tells where they are, and keeps ledger and arrivals through a SIGKILL', async () => {
    const { child, origin, told } = await startFaulty({ SANDBOX_ADMIN_TOKEN: ADMIN_TOKEN });
    expect(told['admin']).toEqual({ url: `${origin}/admin`, tokenFrom: 'SANDBOX_ADMIN_TOKEN' });
    expect(Object.keys(asFields(told['ports']))).toEqual(
      expect.arrayContaining(['refused', 'tls-ok', 'proxy-ok']),
    );
    for (const fault of ['no-answer', 'reset-while-writing', 'reset-after-reading']) {
      expect((await admin(origin, '/faults', { order_id: fault, fault })).status).toBe(200);
    }
    const silent = ask(origin, 'create', bodyFor('create', 'no-answer'));
    for (const order of ['reset-while-writing', 'reset-after-reading']) {
      expect((await ask(origin, 'create', bodyFor('create', order))).ended).toBe('ECONNRESET');
    }
    const entries = async (): Promise<unknown> => (await truth(origin, 'no-answer')).entries;
    await expect.poll(entries).toBe(1);
    await stop(child, 'SIGKILL');
    expect((await silent).ended).toBe('ECONNRESET');

    const ledger = await openLedger(ledgerFile);
    const created = ledger.entries().map((entry) => entry.order_id);
    expect(created.toSorted()).toEqual(['no-answer', 'reset-after-reading']);
    expect(ledger.arrivalsOf('reset-while-writing')).toBe(1);
    expect(ledger.arrivals()).toBe(3);
    await ledger.close();
  });

  it('writes a test CA that NODE_EXTRA_CA_CERTS can take', async () => {
    const { told } = await startFaulty({ SANDBOX_ADMIN_TOKEN: ADMIN_TOKEN });
    const url = `${textOf(asFields(told['ports'])['tls-ok'])}/pay/none`;
    const code = `fetch(${JSON.stringify(url)}).then((answer) => process.exit(answer.status - 400))`;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: textOf(told['caFile']) };
    const client = spawn(process.execPath, ['-e', code], { env, stdio: 'ignore' });
    children.push(client);
    expect(await first(client, 'exit')).toBe(4);
  });

  it('makes up a token where there is none, tells it on stderr, and ends cleanly', async () => {
    const { child, origin, told, err } = await startFaulty();
    expect(told['admin']).toEqual({ url: `${origin}/admin`, tokenFrom: 'stderr' });
    await expect.poll(err).toMatch(/^Admin {4}(?<token>\S{32}) /mu);
    const token = /^Admin {4}(?<token>\S+)/mu.exec(err())?.groups?.['token'] ?? '';
    const headers = { Authorization: `Bearer ${token}` };
    expect((await admin(origin, '/ports', undefined, headers)).status).toBe(200);
    expect(JSON.stringify(told)).not.toContain(token);
    if (process.platform !== 'win32') expect(await stop(child, 'SIGTERM')).toBe(0);
  });

  it('does not start with a token that is too short', async () => {
    const args = ['--port', '0', '--ledger', ledgerFile];
    const child = launch(args, undefined, { SANDBOX_ADMIN_TOKEN: 'short' });
    expect(await first(child, 'exit')).toBe(1);
  });
});
