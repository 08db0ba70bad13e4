import { EventEmitter, once } from 'node:events';
import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';

import type { Flow } from '../../src/shared/domain/deposit.ts';
import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { type Certificates, makeCertificates } from '../provider/tls/certificates.ts';
import { type Attempt, type Bench, addProfile, issue, judged } from './bench.ts';
import { type Cell, type Expected, withProblems } from './cell.ts';
import { warmUp } from './disks.ts';
import { holdLog } from './support/disk.ts';
import type { HostName } from './support/desks.ts';
import {
  type Relay,
  type Relayed,
  TLS_BEHIND_PROXY_TURNS,
  TLS_TURNS,
  startRelay,
} from './support/relay.ts';
import type { FaultyProvider } from './support/sandbox.ts';

/** What happens to a connection that was opened while the operator typed. */

const ACCEPTED = { outcome: 'accepted', reason: null, posts: 1, entries: 1 } as const;
const NOT_SENT = { outcome: 'not_sent', posts: 0, entries: 0 } as const;
const NOWHERE = { outcome: 'unknown', reason: 'no_answer_in_time', posts: 0, entries: 0 } as const;

const AFTER_W2 = 'closed between W2 and the first byte';
const MOVED_NAME = new URL('support/movedName.ts', import.meta.url).href;
/** Long enough to open a connection on a busy machine, and little to wait for. */
const CERTIFICATE_MS = 4000;
const HOUR_MS = 60 * 60 * 1000;
const SHORT_DEADLINE_MS = 3000;

/** Each desk has loopback addresses of its own, because all its relays listen on the provider's port. */
const ADDRESSES: Readonly<Record<HostName, readonly [string, string]>> = {
  loopback: ['127.0.1.1', '127.0.1.2'],
  electron: ['127.0.2.1', '127.0.2.2'],
};

export type Surrounding = {
  /** For `startDesk`. */
  readonly env: Readonly<Record<string, string>>;
  readonly imports: readonly string[];
  readonly moveName: (address: string) => void;
  readonly goodUntil: Certificates['goodUntil'];
};

/** A name whose address can be changed, and an authority of this process whose certificates may end in seconds. */
export function surroundingIn(dir: string, { caFile }: FaultyProvider): Surrounding {
  const certificates = makeCertificates(new Date());
  const trusted = path.join(dir, 'trusted.pem');
  copyFileSync(caFile, trusted);
  appendFileSync(trusted, certificates.caPem);
  const nameFile = path.join(dir, 'moved-name');
  const moveName = (address: string): void => writeFileSync(nameFile, address);
  moveName('127.0.0.1');
  return {
    env: { NODE_EXTRA_CA_CERTS: trusted, DESK_MOVED_NAME: nameFile },
    imports: [MOVED_NAME],
    moveName,
    goodUntil: certificates.goodUntil,
  };
}

/** Null: they can run here. */
export function whyNoRelays(): string | null {
  return process.platform === 'linux' ? null : 'only Linux answers on every address of 127.0.0.0/8';
}

export const READY_ITEMS = [
  'closed by the server while idle',
  'dropped by the proxy',
  'DNS moved meanwhile',
  AFTER_W2,
  'certificate expired meanwhile',
  'half-open (no FIN)',
] as const;

export async function runReady(bench: Bench, around: Surrounding): Promise<readonly Cell[]> {
  const [through, expired] = await Promise.all([
    throughRelays(bench, around),
    runExpired(bench, around),
  ]);
  return [...through, ...expired];
}

async function throughRelays(bench: Bench, around: Surrounding): Promise<readonly Cell[]> {
  const { provider, desk } = bench;
  const port = tlsPort(provider);
  const [here, there] = ADDRESSES[desk.host];
  const relays = [
    await startRelay(port, here, port),
    await startRelay(port, there, port),
    await startRelay(Number(new URL(provider.portOf('proxy-ok') ?? '').port), '127.0.0.1'),
  ] as const;
  const [old, moved, proxy] = relays;
  try {
    around.moveName(here);
    return [
      ...(await runClosed(bench, old)),
      ...(await runDropped(bench, proxy)),
      ...(await runMoved(bench, { old, moved }, around)),
      ...(await runHalfOpen(bench, old)),
    ];
  } finally {
    await Promise.all(relays.map((relay) => relay.close()));
  }
}

function tlsPort(provider: FaultyProvider): number {
  return Number(new URL(provider.portOf('tls-ok') ?? '').port);
}

/** With fresh limits, so that the next connection is the one that the operator's typing opens. */
async function addReady(
  bench: Bench,
  name: string,
  facts: Parameters<typeof addProfile>[2] = {},
): Promise<ProfileId> {
  const baseUrl = bench.provider.portOf('tls-ok-by-name') ?? '';
  const profileId = await addProfile(bench, name, { baseUrl, ...facts });
  await warmUp(bench, profileId);
  return profileId;
}

async function prepared(
  { desk }: Bench,
  profileId: ProfileId,
  relay: Relay,
  turns = TLS_TURNS,
): Promise<Relayed> {
  const before = relay.count();
  valueOf(await desk.client.call('issue.prepare', { profileId }));
  return await relay.next(before, turns);
}

async function issued(
  bench: Bench,
  profileId: ProfileId,
  name: { readonly item: string; readonly by: string; readonly flow: Flow },
  expected: Expected,
): Promise<Cell> {
  const attempt = await issue(bench, name.flow, profileId, bench.nextOrder());
  if (attempt.failure === null) await bench.desk.settled(attempt.intentId);
  return await judged(bench, name, expected, attempt);
}

const WAYS_TO_CLOSE: readonly (readonly [string, (ready: Relayed) => void])[] = [
  ['FIN', (ready) => ready.close()],
  ['RST', (ready) => ready.reset()],
  ['bytes that are no TLS', (ready) => ready.say('HTTP/1.1 408 Request Timeout\r\n\r\n')],
];

async function runClosed(bench: Bench, relay: Relay): Promise<readonly Cell[]> {
  const item = 'closed by the server while idle';
  const cells: Cell[] = [];
  const profileId = await addReady(bench, 'Closed while idle');
  for (const flow of bench.flowsOf(item)) {
    for (const [by, close] of WAYS_TO_CLOSE) {
      close(await prepared(bench, profileId, relay));
      cells.push(await issued(bench, profileId, { item, by, flow }, ACCEPTED));
    }
  }
  return cells;
}

async function runDropped(bench: Bench, relay: Relay): Promise<readonly Cell[]> {
  const item = 'dropped by the proxy';
  const cells: Cell[] = [];
  const url = `http://127.0.0.1:${relay.port}`;
  const profileId = await addReady(bench, 'Dropped', { proxy: { mode: 'manual', url } });
  for (const flow of bench.flowsOf(item)) {
    for (const [by, close] of WAYS_TO_CLOSE.slice(0, 2)) {
      close(await prepared(bench, profileId, relay, TLS_BEHIND_PROXY_TURNS));
      cells.push(await issued(bench, profileId, { item, by, flow }, ACCEPTED));
    }
  }
  return cells;
}

/** The old address serves on, or is gone: then the new one is asked for. */
async function runMoved(
  bench: Bench,
  { old, moved }: { readonly old: Relay; readonly moved: Relay },
  { moveName }: Surrounding,
): Promise<readonly Cell[]> {
  const item = 'DNS moved meanwhile';
  const cells: Cell[] = [];
  const profileId = await addReady(bench, 'Moved');
  for (const flow of bench.flowsOf(item)) {
    for (const isGone of [false, true]) {
      const ready = await prepared(bench, profileId, old);
      moveName(moved.host);
      if (isGone) ready.reset();
      const by = isGone ? 'the old address is gone' : 'the old address serves on';
      const atNew = moved.count();
      const cell = await issued(bench, profileId, { item, by, flow }, ACCEPTED);
      const isAsMeant = moved.count() - atNew === (isGone ? 1 : 0);
      cells.push(withProblems(cell, isAsMeant ? [] : ['it went by the other address']));
      moveName(old.host);
    }
  }
  return cells;
}

/** The bytes leave and never arrive: no desk can tell that from a lost answer. */
async function runHalfOpen(bench: Bench, relay: Relay): Promise<readonly Cell[]> {
  const item = 'half-open (no FIN)';
  const facts = { answerDeadlineMs: SHORT_DEADLINE_MS };
  const waiting: Promise<Cell>[] = [];
  for (const flow of bench.flowsOf(item)) {
    const profileId = await addReady(bench, `Half-open, ${flow}`, facts);
    (await prepared(bench, profileId, relay)).silence();
    const name = { item, by: 'a silent middlebox', flow };
    waiting.push(issued(bench, profileId, name, NOWHERE));
  }
  return await Promise.all(waiting);
}

/** The ready connection is not used, and a new one is refused as the table has it. */
async function runExpired(bench: Bench, { goodUntil }: Surrounding): Promise<readonly Cell[]> {
  const item = 'certificate expired meanwhile';
  const flows = bench.flowsOf(item);
  if (flows.length === 0) return [];
  const handshakes = new EventEmitter();
  const server = tls.createServer(goodUntil(new Date(Date.now() + HOUR_MS)), (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
    handshakes.emit('done');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cells: Cell[] = [];
  try {
    // The answer is no list of limits; they are asked for once, so that the desk has read whom it trusts.
    const profileId = await addReady(bench, 'Expiring', { baseUrl: `https://127.0.0.1:${port}` });
    for (const flow of flows) {
      const expiresAt = Date.now() + CERTIFICATE_MS;
      server.setSecureContext(goodUntil(new Date(expiresAt)));
      const isDone = once(handshakes, 'done', { signal: AbortSignal.timeout(CERTIFICATE_MS) });
      valueOf(await bench.desk.client.call('issue.prepare', { profileId }));
      await isDone;
      // The certificate's last second is still valid.
      await sleep(expiresAt + 1000 - Date.now());
      const name = { item, by: 'a certificate of seconds', flow };
      const expected = { ...NOT_SENT, reason: 'tls_failed' };
      cells.push(await issued(bench, profileId, name, expected));
    }
  } finally {
    server.close();
  }
  return cells;
}

/** The ready connection ends while the log keeps W2 waiting. Needs the log to itself. */
export async function runClosedAfterW2(
  bench: Bench,
  dataDir: string,
  { moveName }: Surrounding,
): Promise<readonly Cell[]> {
  const port = tlsPort(bench.provider);
  const [here] = ADDRESSES[bench.desk.host];
  const flows = bench.flowsOf(AFTER_W2);
  if (flows.length === 0) return [];
  const relay = await startRelay(port, here, port);
  const cells: Cell[] = [];
  try {
    moveName(here);
    const profileId = await addReady(bench, 'Closed after W2');
    for (const flow of flows) {
      relay.hold();
      const before = relay.count();
      valueOf(await bench.desk.client.call('issue.prepare', { profileId }));
      await relay.next(before, 0);
      const attempt = await issue(bench, flow, profileId, bench.nextOrder());
      await untilConnecting(bench, attempt);
      const letGo = holdLog(dataDir);
      try {
        relay.open();
        (await relay.next(before, TLS_TURNS)).reset();
        await sleep(REACHES_DESK_MS);
      } finally {
        letGo();
      }
      await bench.desk.settled(attempt.intentId);
      const name = { item: AFTER_W2, by: 'RST', flow };
      const expected = { ...NOT_SENT, reason: 'connection_failed' };
      cells.push(await judged(bench, name, expected, attempt));
    }
  } finally {
    await relay.close();
  }
  return cells;
}

/** It has its secret, and waits for the connection. */
async function untilConnecting({ desk }: Bench, { intentId }: Attempt): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs) {
    const stages = valueOf(await desk.client.call('request.stages', {}));
    if (stages.some((one) => one.intentId === intentId && one.stage === 'connecting')) return;
    await sleep(5);
  }
  throw new Error(`${intentId} does not connect`);
}

const PATIENCE_MS = 60_000;
/** Less than the second for which SQLite waits for its lock. */
const REACHES_DESK_MS = 100;
