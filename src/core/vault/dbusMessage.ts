import { z } from 'zod';

/** As much of the D-Bus wire format as two questions need: little-endian calls with texts, and the heads of answers. */

type Basic = 'o' | 's' | 'g';

export type DbusCall = {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** A signature and its body; null: no arguments. */
  readonly body: { readonly signature: string; readonly bytes: Buffer } | null;
};

const METHOD_CALL = 1;
const METHOD_RETURN = 2;
const FIELD = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 };
/** Endianness, type, flags, version; the body's length; the serial; the length of the fields. */
const FIXED_BYTES = 16;

export function writeCall(call: DbusCall, serial: number): Buffer {
  const fields = joinStructs([
    field(FIELD.path, 'o', call.path),
    field(FIELD.interface, 's', call.interface),
    field(FIELD.member, 's', call.member),
    field(FIELD.destination, 's', call.destination),
    ...(call.body === null ? [] : [field(FIELD.signature, 'g', call.body.signature)]),
  ]);
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.write('l', 0, 'latin1');
  fixed.writeUInt8(METHOD_CALL, 1);
  fixed.writeUInt8(1, 3);
  fixed.writeUInt32LE(call.body?.bytes.length ?? 0, 4);
  fixed.writeUInt32LE(serial, 8);
  fixed.writeUInt32LE(fields.length, 12);
  return Buffer.concat([
    padded(Buffer.concat([fixed, fields]), 8),
    ...(call.body === null ? [] : [call.body.bytes]),
  ]);
}

/** One text as an argument. */
export function writeText(text: string): Buffer {
  return value('s', text);
}

/** A dictionary of texts, `a{ss}`. */
export function writeTexts(texts: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(texts).map(([key, text]) =>
    Buffer.concat([padded(value('s', key), 4), value('s', text)]),
  );
  const content = joinStructs(entries);
  const length = Buffer.alloc(8);
  length.writeUInt32LE(content.length, 0);
  // Entries begin at a multiple of eight, and the length stands before that.
  return Buffer.concat([length, content]);
}

export type DbusAnswer = {
  readonly replyTo: number | null;
  /** Null: an error, or not an answer at all. */
  readonly body: Buffer | null;
};

/** The first whole message of what has come in, and the rest; null: it is not whole yet. */
export function readMessage(
  input: Buffer,
): { readonly answer: DbusAnswer; readonly rest: Buffer } | null {
  if (input.length < FIXED_BYTES) return null;
  // Buses answer in their machine's order, which is ours.
  if (input.toString('latin1', 0, 1) !== 'l') throw new Error('a big-endian bus');
  const fieldsEnd = FIXED_BYTES + input.readUInt32LE(12);
  const bodyStart = Math.ceil(fieldsEnd / 8) * 8;
  const end = bodyStart + input.readUInt32LE(4);
  if (input.length < end) return null;
  const isReturn = input.readUInt8(1) === METHOD_RETURN;
  return {
    answer: {
      replyTo: replySerialOf(input.subarray(0, fieldsEnd)),
      body: isReturn ? input.subarray(bodyStart, end) : null,
    },
    rest: input.subarray(end),
  };
}

/** Two lists of object paths, `aoao`: how long each is. */
export function countPaths(body: Buffer): readonly [number, number] {
  const first = readPaths(body, 0);
  return [first.count, readPaths(body, first.end).count];
}

function readPaths(body: Buffer, from: number): { readonly count: number; readonly end: number } {
  const start = Math.ceil(from / 4) * 4;
  const end = start + 4 + body.readUInt32LE(start);
  let at = start + 4;
  let count = 0;
  while (at < end) {
    at = Math.ceil(at / 4) * 4;
    at += 4 + body.readUInt32LE(at) + 1;
    count += 1;
  }
  return { count, end };
}

function replySerialOf(head: Buffer): number | null {
  let at = FIXED_BYTES;
  while (at < head.length) {
    at = Math.ceil(at / 8) * 8;
    const code = head.readUInt8(at);
    const type = z.enum(['o', 's', 'g', 'u']).parse(head.toString('latin1', at + 2, at + 3));
    at += 4;
    if (type === 'u') {
      if (code === FIELD.replySerial) return head.readUInt32LE(at);
      at += 4;
    } else if (type === 'g') {
      at += 1 + head.readUInt8(at) + 1;
    } else {
      at += 4 + head.readUInt32LE(at) + 1;
    }
  }
  return null;
}

/** A header field is a struct of its code and a variant. */
function field(code: number, type: Basic, text: string): Buffer {
  return Buffer.concat([Buffer.from([code, 1]), Buffer.from(`${type}\0`), value(type, text)]);
}

function value(type: Basic, text: string): Buffer {
  const bytes = Buffer.from(`${text}\0`);
  const length = Buffer.alloc(type === 'g' ? 1 : 4);
  length.writeUIntLE(bytes.length - 1, 0, length.length);
  return Buffer.concat([length, bytes]);
}

/** Each begins at a multiple of eight; nothing follows the last. */
function joinStructs(structs: readonly Buffer[]): Buffer {
  const last = structs.length - 1;
  return Buffer.concat(structs.map((one, at) => (at === last ? one : padded(one, 8))));
}

function padded(bytes: Buffer, to: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
}
