import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What an attack has to go by: the listener's address and for how long. Everything stays on 127.0.0.1. */
export type Aim = { readonly address: string; readonly forMs: number; readonly name: string };

/** What came of it. `acknowledged` holds the states that the desk took upon itself to keep. */
export type Damage = {
  readonly sent: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly acknowledged: readonly string[];
};

export const ATTACKS = [
  'flood',
  'slow heads',
  'slow bodies',
  'huge bodies',
  'garbage',
  'idle',
] as const;
export type Attack = (typeof ATTACKS)[number];

const TICK_MS = 50;
const FLOOD_PER_SECOND = 200;
/** More than the listener lets in. */
const HELD = 150;
/** A hundred new ones a second. */
const NEW_IN_TICK = 5;
const HUGE_BYTES = 100 * 2 ** 20;
const PIECE = Buffer.alloc(2 ** 16, 'x');
/** How a browser begins to speak to a server that it takes for https. */
const TLS_HELLO = Buffer.concat([
  Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]),
  randomBytes(508),
]);

export const RUN: Readonly<Record<Attack, (aim: Aim) => Promise<Damage>>> = {
  flood,
  'slow heads': (aim) => held(aim, () => 'X-Slow: 1\r\n', headOf(aim).replace(/\r\n$/u, '')),
  'slow bodies': (aim) => held(aim, () => 'x', headOf(aim, 'Content-Length: 60000')),
  'huge bodies': hugeBodies,
  garbage,
  idle: (aim) => held(aim, () => null, ''),
};

function headOf({ address }: Aim, ...headers: readonly string[]): string {
  const { pathname, host } = new URL(address);
  return [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n');
}

/** 2,000 in 10 seconds, every one of them whole and well-formed, and each saying something else. */
async function flood({ address, forMs, name }: Aim): Promise<Damage> {
  const answers: Record<string, number> = {};
  const acknowledged: string[] = [];
  const under: Promise<void>[] = [];
  const one = async (state: string): Promise<void> => {
    const said = await post(address, `order_id=${name}&state=${state}&amount=1450.00`);
    answers[said] = (answers[said] ?? 0) + 1;
    if (said === '200') acknowledged.push(state);
  };
  const startedMs = performance.now();
  const due = (): number =>
    (Math.min(performance.now() - startedMs, forMs) / 1000) * FLOOD_PER_SECOND;
  while (performance.now() - startedMs < forMs) {
    while (under.length < due()) {
      under.push(one(`${name}-${under.length}`));
    }
    await sleep(5);
  }
  await Promise.all(under);
  return { sent: under.length, answers, acknowledged };
}

/** One callback on a connection of its own; the status, or why there is none. */
export function post(address: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = http.request(address, { method: 'POST', agent: false, headers });
    sent.on('error', (error) => resolve('code' in error ? String(error.code) : error.name));
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('error', () => resolve('cut'));
      answer.on('end', () => resolve(String(answer.statusCode ?? 0)));
    });
    sent.end(body);
  });
}

/** As many connections as are let in, each fed a little at a time; whichever is closed is opened again. */
async function held(aim: Aim, drip: () => string | null, first: string): Promise<Damage> {
  const open = new Set<net.Socket>();
  let sent = 0;
  const endsMs = performance.now() + aim.forMs;
  while (performance.now() < endsMs) {
    for (let more = Math.min(HELD - open.size, NEW_IN_TICK); more > 0; more -= 1) {
      sent += 1;
      const socket = connect(aim, () => socket.write(first));
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    }
    await sleep(TICK_MS);
    const piece = drip();
    if (piece === null) continue;
    for (const socket of [...open].filter(({ writable }) => writable)) socket.write(piece);
  }
  // Left as they are: it is the listener that must let go of them, and only then do they go.
  await Promise.all([...open].map((socket) => new Promise((gone) => socket.once('close', gone))));
  return { sent, answers: {}, acknowledged: [] };
}

function connect({ address }: Aim, onConnect: () => void): net.Socket {
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1', onConnect);
  socket.on('error', () => undefined);
  socket.resume();
  return socket;
}

/** Told its length, told none, and told a small one that is a lie; as fast as it is taken. */
async function hugeBodies(aim: Aim): Promise<Damage> {
  const heads = [
    headOf(aim, `Content-Length: ${HUGE_BYTES}`),
    headOf(aim, 'Transfer-Encoding: chunked'),
    headOf(aim, 'Content-Length: 10'),
  ];
  const answers: Record<string, number> = {};
  const endsMs = performance.now() + aim.forMs;
  let sent = 0;
  const one = async (head: string): Promise<void> => {
    while (performance.now() < endsMs) {
      sent += 1;
      const said = await pour(aim, head);
      answers[said] = (answers[said] ?? 0) + 1;
      await sleep(TICK_MS);
    }
  };
  await Promise.all(heads.map(one));
  return { sent, answers, acknowledged: [] };
}

function pour(aim: Aim, head: string): Promise<string> {
  const isChunked = head.includes('chunked');
  const piece = isChunked
    ? Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')])
    : PIECE;
  return new Promise((resolve) => {
    let left = HUGE_BYTES;
    let said = '';
    const more = (): void => {
      while (left > 0 && socket.writable) {
        left -= PIECE.length;
        if (!socket.write(piece)) return;
      }
      socket.end();
    };
    const socket = connect(aim, () => {
      socket.write(head);
      more();
    });
    socket.on('drain', more);
    socket.on('data', (heard) => {
      said += heard.toString('latin1');
    });
    socket.once('close', () => resolve(/^HTTP\/1.1 (?<status>\d+)/u.exec(said)?.[1] ?? 'cut'));
  });
}

/** Bytes that are nothing, a TLS hello, requests that break off, and headers without end. */
async function garbage(aim: Aim): Promise<Damage> {
  const kinds = [
    () => randomBytes(4096),
    () => TLS_HELLO,
    () => Buffer.from(headOf(aim).slice(0, 40)),
    () => Buffer.from(`${headOf(aim, 'Content-Length: 100')}half`),
    () => Buffer.from(headOf(aim).replace(/\r\n$/u, `X-Long: ${'x'.repeat(2 ** 17)}`)),
    () => Buffer.from(headOf(aim, 'Content-Length: 5', 'Transfer-Encoding: chunked')),
  ];
  const under: Promise<unknown>[] = [];
  const endsMs = performance.now() + aim.forMs;
  while (performance.now() < endsMs) {
    for (const kind of kinds) {
      const socket = connect(aim, () => socket.end(kind()));
      under.push(new Promise((gone) => socket.once('close', gone)));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(under);
  return { sent: under.length, answers: {}, acknowledged: [] };
}
