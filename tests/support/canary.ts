import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { heldEvents } from '../../src/core/log/care/segmentFile.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { createEventStore } from '../../src/core/log/store/eventStore.ts';

/** A secret made to be looked for, and the pieces of it that would give it away by themselves. */
export type Canary = {
  readonly name: string;
  readonly secret: string;
  readonly pieces: readonly (string | Buffer)[];
};

/** Something in which no secret may be. */
export type Place = { readonly where: string; readonly content: Buffer };

/** Quotes, backslashes, spaces and percent signs: a search for it must know how each encoding spells them. */
export function textCanary(name: string): Canary {
  const core = randomBytes(18).toString('hex');
  return { name, secret: String.raw`canary "${core}" \ 100% &+=/é`, pieces: [core] };
}

/** Printable ASCII: more a header cannot carry. */
export function headerCanary(name: string): Canary {
  const core = randomBytes(18).toString('hex');
  return { name, secret: String.raw`canary "${core}" \ 100% &+=/`, pieces: [core] };
}

/** A private key: one line of its PEM, or its exponent in whatever spelling, is as bad as the whole. */
export function pemCanary(name: string): Canary {
  const { privateKey: secret } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const { d = '', p = '', q = '' } = createPrivateKey(secret).export({ format: 'jwk' });
  const numbers = [d, p, q].map((number) => Buffer.from(number, 'base64url').subarray(0, 48));
  // The first lines also hold the modulus, which is public; a few of the others stand for all.
  const lines = secret
    .split('\n')
    .slice(9, -2)
    .filter((_, at) => at % 6 === 0);
  return { name, secret, pieces: [...lines, ...numbers] };
}

/** Spelt in every way in which it might slip through. */
function spellingsOf(value: string | Buffer): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(value);
  const spellings = new Map<string, Buffer>([
    ['plain', bytes],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
  ]);
  for (const encoding of ['base64', 'base64url'] as const) {
    // Inside something else it may begin at any of three places of a group.
    for (const [at, skipped] of [0, 2, 3].entries()) {
      const text = Buffer.concat([Buffer.alloc(at), bytes]).toString(encoding);
      const whole = Math.floor(((at + bytes.length) * 4) / 3);
      spellings.set(`${encoding} +${at}`, Buffer.from(text.slice(skipped, whole)));
    }
  }
  if (typeof value !== 'string') return spellings;
  const json = inJson(value);
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  return new Map([
    ...spellings,
    ['latin1', Buffer.from(value, 'latin1')],
    ['UTF-16', Buffer.from(value, 'utf16le')],
    ['JSON', Buffer.from(json)],
    ['JSON in JSON', Buffer.from(inJson(json))],
    ['URL', Buffer.from(encodeURIComponent(value))],
    ['form', Buffer.from(form)],
    ['HTML', Buffer.from(value.replaceAll('&', '&amp;').replaceAll('"', '&quot;'))],
  ]);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Where which secret was found, and how it was spelt there. */
export function hitsIn(places: readonly Place[], canaries: readonly Canary[]): readonly string[] {
  const needles = canaries.flatMap(needlesOf);
  return places.flatMap(({ where, content }) =>
    needles.flatMap(({ name, spelling, bytes }) => {
      const at = content.indexOf(bytes);
      return at === -1 ? [] : [`${name} in ${where}, ${spelling}, ${contextOf(content, at)}`];
    }),
  );
}

type Needle = { readonly name: string; readonly spelling: string; readonly bytes: Buffer };

/** Each only once: plain letters and digits are spelt alike in most ways. */
function needlesOf({ name, secret, pieces }: Canary): readonly Needle[] {
  const needles = new Map<string, Needle>();
  for (const value of [secret, ...pieces]) {
    for (const [spelling, bytes] of spellingsOf(value)) {
      const key = bytes.toString('latin1');
      if (!needles.has(key)) needles.set(key, { name, spelling, bytes });
    }
  }
  return [...needles.values()];
}

function contextOf(content: Buffer, at: number): string {
  return `after ${JSON.stringify(content.subarray(Math.max(0, at - 60), at).toString('latin1'))}`;
}

export function filesUnder(folder: string): readonly Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .flatMap((file) => {
      const content = file.endsWith('.segment') ? unpacked(file) : readWhileThere(file);
      const where = path.relative(folder, file);
      const bodies = IS_LOG.test(file) ? bodiesIn(file) : [];
      return content === null ? [] : [{ where, content: Buffer.concat([content, ...bodies]) }];
    });
}

/** A log, or a full copy of one. */
const IS_LOG = /[\\/]log(?:-[^.\\/]*)?\.sqlite$/u;

/** Bodies of events are packed; with those that are in -wal. */
function bodiesIn(file: string): readonly Buffer[] {
  const db = openForReading(file);
  try {
    const { links } = createEventStore(db);
    return Array.from(links(), ({ salted }) => salted ?? Buffer.alloc(0));
  } finally {
    db.close();
  }
}

/** A segment of a backup is compressed. Null: it has gone meanwhile. */
function unpacked(file: string): Buffer | null {
  if (!existsSync(file)) return null;
  return Buffer.concat(Array.from(heldEvents(file), ({ salted }) => salted ?? Buffer.alloc(0)));
}

/** Arguments and environment of every process that this one started, and of theirs. Linux. */
export function processesUnder(parent: number): readonly Place[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .map((pid) => [Number(pid), parentOf(pid)]),
  );
  const isUnder = (pid: number): boolean => {
    const above = parents.get(pid);
    return above !== undefined && (above === parent || isUnder(above));
  };
  return [...parents.keys()].filter(isUnder).flatMap((pid) =>
    ['cmdline', 'environ'].flatMap((name) => {
      const content = readWhileThere(`/proc/${pid}/${name}`);
      return content === null ? [] : [{ where: `${name} of ${pid}`, content }];
    }),
  );
}

function parentOf(pid: string): number {
  const line = readWhileThere(`/proc/${pid}/stat`)?.toString('latin1') ?? '';
  // The second field is the name in brackets, which may hold anything.
  return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** null: it went away meanwhile, or ended and has nothing to tell. */
function readWhileThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
