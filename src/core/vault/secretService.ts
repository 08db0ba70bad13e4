import { readFileSync } from 'node:fs';
import net from 'node:net';
import process from 'node:process';

import {
  type DbusCall,
  countPaths,
  readMessage,
  writeCall,
  writeText,
  writeTexts,
} from './dbusMessage.ts';
import { busAddress } from './helper/environment.ts';

/** What the keychain libraries do not tell about a Linux keychain, asked of the bus itself. */

const SECRETS = 'org.freedesktop.secrets';
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;
/** The name is only informative, so its lookup has a short timeout. */
const PATIENCE_MS = 2000;

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of the program that owns the Secret Service. Null when the owner is unknown or there is none. */
export async function secretServiceProgram(
  environment: Environment = process.env,
): Promise<string | null> {
  const body = { signature: 's', bytes: writeText(SECRETS) };
  const answer = await ask(environment, { ...BUS, member: 'GetConnectionUnixProcessID', body });
  if (answer === null) return null;
  try {
    return readFileSync(`/proc/${answer.readUInt32LE(0)}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** Whether there is such an item that cannot be read because it is locked. */
export async function hasLockedItem(
  attributes: Readonly<Record<string, string>>,
  environment: Environment = process.env,
): Promise<boolean> {
  const answer = await ask(environment, {
    destination: SECRETS,
    path: '/org/freedesktop/secrets',
    interface: 'org.freedesktop.Secret.Service',
    member: 'SearchItems',
    body: { signature: 'a{ss}', bytes: writeTexts(attributes) },
  });
  return answer !== null && countPaths(answer)[1] > 0;
}

/** The answer's body. Null: no bus, no answer, or an error. */
function ask(environment: Environment, call: DbusCall): Promise<Buffer | null> {
  const path = busPathOf(environment);
  if (path === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = net.connect(path);
    const done = (answer: Buffer | null): void => {
      resolve(answer);
      socket.destroy();
    };
    socket.setTimeout(PATIENCE_MS, () => done(null));
    // Also against a bus that keeps talking without answering.
    const late = setTimeout(() => done(null), PATIENCE_MS);
    socket.on('error', () => done(null));
    socket.on('close', () => {
      clearTimeout(late);
      done(null);
    });
    const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
    listen(socket, call, done);
  });
}

function listen(socket: net.Socket, call: DbusCall, done: (answer: Buffer | null) => void): void {
  let input: Buffer = Buffer.alloc(0);
  let isIn = false;
  socket.on('data', (chunk: Buffer) => {
    input = Buffer.concat([input, chunk]);
    if (!isIn) {
      const end = input.indexOf('\r\n');
      if (end < 0) return;
      if (!input.toString('latin1', 0, end).startsWith('OK')) return done(null);
      isIn = true;
      input = input.subarray(end + 2);
      socket.write('BEGIN\r\n');
      socket.write(writeCall({ ...BUS, member: 'Hello', body: null }, 1));
      socket.write(writeCall(call, 2));
    }
    try {
      for (let next = readMessage(input); next !== null; next = readMessage(input)) {
        input = next.rest;
        if (next.answer.replyTo === 2) return done(next.answer.body);
      }
    } catch {
      done(null);
    }
  });
}

/** `unix:path=/run/user/1000/bus,guid=…`; the first address that is a socket here. */
function busPathOf(environment: Environment): string | null {
  const addresses = busAddress(environment) ?? '';
  for (const address of addresses.split(';')) {
    const path = /^unix:(?:.*,)?path=([^,]+)/u.exec(address)?.[1];
    if (path !== undefined) return decodeURIComponent(path);
    const abstract = /^unix:(?:.*,)?abstract=([^,]+)/u.exec(address)?.[1];
    if (abstract !== undefined) return `\0${decodeURIComponent(abstract)}`;
  }
  return null;
}
