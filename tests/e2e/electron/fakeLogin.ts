import net from 'node:net';

import { type HeardMessage, type SentMessage, readMessage, writeMessage } from './busMessage.ts';

/** What a Linux desktop tells of the screen's lock and of sleep, on a bus of the test's own. */
export type FakeLogin = {
  readonly setScreenLocked: (isLocked: boolean) => void;
  readonly setAsleep: (isAsleep: boolean) => void;
  readonly close: () => void;
};

const SCREEN = 'org.freedesktop.ScreenSaver';
const SCREEN_PATH = '/org/freedesktop/ScreenSaver';
const LOGIN = 'org.freedesktop.login1';
const LOGIN_PATH = '/org/freedesktop/login1';
const BUS = 'org.freedesktop.DBus';
const BUS_PATH = '/org/freedesktop/DBus';
/** A name that has an owner is refused. */
const DO_NOT_QUEUE = 4;

/** Resolves once both names are taken. `address`: `unix:path=…`. */
export async function startFakeLogin(address: string): Promise<FakeLogin> {
  let isLocked = false;
  let lastSerial = 0;
  const socket = net.connect(address.replace(/^unix:path=/u, ''));
  const send = (message: Omit<SentMessage, 'serial'>): number => {
    lastSerial += 1;
    socket.write(writeMessage({ ...message, serial: lastSerial }));
    return lastSerial;
  };
  const answer = ({ serial: replyTo, member, sender: destination }: HeardMessage): void => {
    if (member === 'GetActive') {
      send({ type: 'return', fields: { replyTo, destination }, body: [isLocked] });
      return;
    }
    const errorName = `${BUS}.Error.NotSupported`;
    send({ type: 'error', fields: { replyTo, destination, errorName }, body: [] });
  };
  const heard = listen(socket, answer);
  const ask = async (member: string, body: SentMessage['body']): Promise<void> => {
    const fields = { path: BUS_PATH, interface: BUS, member, destination: BUS };
    await heard.reply(send({ type: 'call', fields, body }));
  };
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  await heard.isKnown;
  socket.write('BEGIN\r\n');
  await ask('Hello', []);
  for (const name of [SCREEN, LOGIN]) await ask('RequestName', [name, DO_NOT_QUEUE]);

  const tell = (path: string, from: string, member: string, is: boolean): void =>
    void send({ type: 'signal', fields: { path, interface: from, member }, body: [is] });
  return {
    setScreenLocked(now) {
      isLocked = now;
      tell(SCREEN_PATH, SCREEN, 'ActiveChanged', now);
    },
    setAsleep: (now) => tell(LOGIN_PATH, `${LOGIN}.Manager`, 'PrepareForSleep', now),
    close: () => void socket.destroy(),
  };
}

type Heard = {
  readonly isKnown: Promise<void>;
  readonly reply: (serial: number) => Promise<void>;
};

function listen(socket: net.Socket, onCall: (call: HeardMessage) => void): Heard {
  const waiting = new Map<number, () => void>();
  let input: Buffer = Buffer.alloc(0);
  let known: (() => void) | null = null;
  const isKnown = new Promise<void>((resolve, reject) => {
    known = resolve;
    socket.once('error', reject);
  });
  socket.on('data', (chunk: Buffer) => {
    input = Buffer.concat([input, chunk]);
    if (known !== null) {
      const end = input.indexOf('\r\n');
      if (end < 0) return;
      input = input.subarray(end + 2);
      known();
      known = null;
    }
    for (let next = readMessage(input); next !== null; next = readMessage(input)) {
      input = next.rest;
      const { message } = next;
      if (message.isCall) onCall(message);
      if (message.replyTo !== null) waiting.get(message.replyTo)?.();
    }
  });
  return {
    isKnown,
    reply: (serial) =>
      new Promise((resolve) => {
        waiting.set(serial, resolve);
      }),
  };
}
