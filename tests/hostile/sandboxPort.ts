import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import path from 'node:path';

import { z } from 'zod';

import { startLoopbackProcess } from '../contract/support/launchLoopback.ts';
import { createInput } from '../support/builders.ts';
import { readLedger } from '../support/ledger.ts';
import { codeOf, exchange } from './loopbackMatrix/target.ts';
import { say } from './loopbackMatrix/wire.ts';
import type { Part } from './part.ts';
import { until, withDataDir } from './waiting.ts';

/** Whoever finds the port of the sandbox that runs inside the desk: pages of other sites, and programs of other users. */
export const sandboxPart: Part = {
  name: 'sandbox',
  async run() {
    const failures: string[] = [];
    let [rows, floods] = [0, 0];
    await withDataDir(async (dataDir) => {
      const desk = await startTarget(dataDir);
      try {
        rows = await trySenders(desk, failures);
        floods = await tryFloods(desk, failures);
      } finally {
        await desk.stop();
      }
    });
    return {
      figures: `${rows} POSTs that nobody signed, ${floods} floods of its connections`,
      tried: rows + floods,
      failures,
      left: 'nothing',
    };
  },
};

/** Of the desk, as many systems have it: its own port, the log and the page need some dozens. */
const FILES = 2048;
/** 3,000 bodies of 60 kB leave some 125 MB to be collected, and 6,000 no more; while nothing was bounded they held 365 MB. */
const MORE_MB = 224;
/** Of processor. 40 bodies in one-byte chunks take some 2 s; while nothing was bounded it was over a second for each. */
const MORE_CPU_S = 15;
/** As the guarded server has them. */
const SEATS = 128;

type SandboxTarget = {
  readonly pid: number;
  readonly port: number;
  /** Of a payment page. */
  readonly pageId: string;
  readonly merchant: string;
  readonly ledger: () => string;
  /** Issues a request; throws where it is not accepted. */
  readonly issue: () => Promise<string>;
  readonly stop: () => Promise<unknown>;
};

const profilesSchema = z.object({
  value: z.array(z.looseObject({ id: z.string(), baseUrl: z.string(), merchant: z.string() })),
});

async function startTarget(dataDir: string): Promise<SandboxTarget> {
  const limit = `ulimit -n ${FILES}; exec "$@"`;
  const under = process.platform === 'win32' ? [] : ['sh', '-c', limit, 'sh'];
  const host = await startLoopbackProcess({ dataDir, under });
  const { origin } = new URL(host.oneTimeUrl);
  const { token } = await exchange(origin, codeOf(host.oneTimeUrl));
  const ask = async (name: string, input: unknown): Promise<unknown> => {
    const answer = await fetch(`${origin}/api/op/${name}`, {
      method: 'POST',
      headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  };
  const { value: profiles } = profilesSchema.parse(await ask('profile.list', {}));
  const [sandbox] = profiles;
  if (sandbox === undefined) throw new Error('The desk has no sandbox');
  const issue = async (): Promise<string> => {
    const input = createInput();
    const { order_id: order } = input.fields;
    const created = () => readLedger(dataDir).deposits.find((one) => one.order_id === order);
    await ask('issue.create', input);
    await until(`${order} is issued`, () => created() !== undefined);
    return created()?.id ?? '';
  };
  return {
    pid: host.child.pid ?? 0,
    port: Number(new URL(sandbox.baseUrl).port),
    pageId: await issue(),
    merchant: sandbox.merchant,
    ledger: () => readFileSync(path.join(dataDir, 'sandbox', 'ledger.jsonl'), 'utf8'),
    issue,
    stop: host.stop,
  };
}

type Row = { readonly name: string; readonly text: string };

const FOREIGN = [
  'https://evil.example',
  'null',
  'http://127.0.0.1',
  'http://127.0.0.1:1',
  'file://',
];
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

async function trySenders(desk: SandboxTarget, failures: string[]): Promise<number> {
  const rows = [...depositRows(desk), ...pageRows(desk), ...followerRows(desk)];
  const before = desk.ledger();
  for (const { name, text } of rows) {
    const { statuses, head } = await say(desk.port, text);
    const served = statuses.filter((status) => status < 400 || status >= 500);
    if (statuses.length === 0) failures.push(`${name}: was not answered`);
    if (served.length > 0) failures.push(`${name}: was answered ${served.join(', ')}`);
    if (/^access-control-/imu.test(head)) failures.push(`${name}: was given leave`);
    if (desk.ledger() !== before) {
      failures.push(`${name}: is in the ledger, and what comes after it is not tried`);
      break;
    }
  }
  return rows.length;
}

function depositRows(desk: SandboxTarget): readonly Row[] {
  const { fields } = createInput({ order_id: 'hostile' });
  const { callback_url: _a, success_url: _b, reject_url: _c, ...sent } = fields;
  const { customer_phone_number: _d, ...whole } = { ...sent, merchant: desk.merchant };
  const bodies: readonly (readonly [string, string, string])[] = [
    ['a request', JSON_TYPE, JSON.stringify(whole)],
    ['a field too many', JSON_TYPE, JSON.stringify({ ...whole, note: 'x' })],
    ['no JSON', JSON_TYPE, '{'],
    ['a list', JSON_TYPE, '[]'],
    ['plain text', 'text/plain', JSON.stringify(whole)],
    ['a form', FORM_TYPE, 'order_id=hostile&cents=1'],
    ['too much', JSON_TYPE, JSON.stringify({ order_id: 'x'.repeat(70_000) })],
  ];
  const signatures = [[], ['X-Signature: '], [`X-Signature: ${'0'.repeat(64)}`]];
  const origins = [[], ...FOREIGN.map((origin) => [`Origin: ${origin}`])];
  return ['create', 'build'].flatMap((flow) =>
    bodies.flatMap(([name, type, body]) =>
      signatures.flatMap((signature) =>
        origins.map((origin) => ({
          name: `${name} to ${flow} with ${[...signature, ...origin].join(', ')}`,
          text: posting(desk, `/api/v1/requests/deposit/${flow}`, type, body, [
            ...signature,
            ...origin,
          ]),
        })),
      ),
    ),
  );
}

/** The address of a page may be known: the customer has it. */
function pageRows(desk: SandboxTarget): readonly Row[] {
  return ['method', 'paid', 'another', 'reject'].flatMap((button) =>
    FOREIGN.map((origin) => ({
      name: `the button ${button} from ${origin}`,
      text: posting(desk, `/pay/${desk.pageId}/${button}`, FORM_TYPE, 'amount=1&method=sbp', [
        `Origin: ${origin}`,
      ]),
    })),
  );
}

/** Where a sandbox has faults, whoever follows a redirect is counted. This one has none. */
function followerRows(desk: SandboxTarget): readonly Row[] {
  return ['GET', 'PUT', 'DELETE', 'OPTIONS'].map((method) => ({
    name: `${method} of somebody who was redirected`,
    text: lines(
      `${method} /api/v1/requests/deposit/create?redirected=hostile HTTP/1.1`,
      `Host: 127.0.0.1:${desk.port}`,
      'Connection: close',
    ),
  }));
}

function posting(
  { port }: SandboxTarget,
  target: string,
  type: string,
  body: string,
  more: readonly string[],
): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [`Host: 127.0.0.1:${port}`, `Content-Type: ${type}`, length, 'Connection: close'];
  return `${lines(`POST ${target} HTTP/1.1`, ...head, ...more)}${body}`;
}

function lines(...all: readonly string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`;
}

type Flood = {
  readonly name: string;
  readonly connections: number;
  readonly said: (port: number) => string;
};

const head = (port: number, ...more: readonly string[]): string =>
  lines(
    'POST /api/v1/requests/deposit/create HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Content-Type: ${JSON_TYPE}`,
    ...more,
  );

const FLOODS: readonly Flood[] = [
  { name: 'connections that say nothing', connections: 2100, said: () => '' },
  {
    name: 'headers without an end',
    connections: 1000,
    said: (port) => head(port).slice(0, -2),
  },
  {
    name: 'bodies without an end',
    connections: 3000,
    said: (port) => `${head(port, 'Content-Length: 65000')}{"order_id":"${'x'.repeat(60_000)}`,
  },
  {
    name: 'bodies in one-byte chunks',
    connections: 40,
    said: (port) => `${head(port, 'Transfer-Encoding: chunked')}${'1\r\nx\r\n'.repeat(60_000)}`,
  },
];

async function tryFloods(desk: SandboxTarget, failures: string[]): Promise<number> {
  for (const flood of FLOODS) {
    const before = { ledger: desk.ledger(), ...usedBy(desk.pid) };
    const sockets = await open(flood, desk.port);
    const isOpen = (): number => sockets.filter(({ destroyed }) => !destroyed).length;
    try {
      await until('the others have made room', () => isOpen() <= SEATS);
      if (desk.ledger() !== before.ledger) failures.push(`${flood.name}: are in the ledger`);
      await desk.issue();
    } catch (error) {
      failures.push(`${flood.name}: ${String(error)} (${isOpen()} are open)`);
    }
    for (const socket of sockets) socket.destroy();
    const after = usedBy(desk.pid);
    const moreMb = after.peakMb - before.peakMb;
    const moreCpuS = after.cpuS - before.cpuS;
    if (moreMb > MORE_MB) failures.push(`${flood.name}: took ${moreMb.toFixed(0)} MB`);
    if (moreCpuS > MORE_CPU_S) failures.push(`${flood.name}: took ${moreCpuS} s of processor`);
  }
  return FLOODS.length;
}

async function open({ connections, said }: Flood, port: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  const text = said(port);
  for (let one = 0; one < connections; one += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.resume();
    // Whoever is let go at once has been connected all the same.
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    if (text !== '') socket.write(text);
  }
  return sockets;
}

/** Linux tells; elsewhere the other rows stand for themselves. */
function usedBy(pid: number): { readonly peakMb: number; readonly cpuS: number } {
  if (process.platform !== 'linux') return { peakMb: 0, cpuS: 0 };
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const peakKb = Number(/^VmHWM:\s+(?<kb>\d+) kB$/mu.exec(status)?.groups?.['kb'] ?? Number.NaN);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // User and system time stand 14th and 15th, counted behind the name, in hundredths of a second.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return { peakMb: peakKb / 1024, cpuS: (Number(user) + Number(system)) / 100 };
}
