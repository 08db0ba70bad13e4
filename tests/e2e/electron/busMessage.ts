/** As much of the D-Bus wire format as a service of a test needs: texts, numbers and truth values. */

const TYPES = { call: 1, return: 2, error: 3, signal: 4 } as const;
const SIGNATURE = 8;
/** Endianness, type, flags, version; the body's length; the serial; the length of the fields. */
const FIXED_BYTES = 16;
const FIELDS = {
  path: [1, 'o'],
  interface: [2, 's'],
  member: [3, 's'],
  errorName: [4, 's'],
  replyTo: [5, 'u'],
  destination: [6, 's'],
} as const;
const MEMBER = FIELDS.member[0];
const REPLY_TO = FIELDS.replyTo[0];
const SENDER = 7;

type Argument = string | number | boolean;
export type SentMessage = {
  readonly type: keyof typeof TYPES;
  readonly serial: number;
  readonly fields: { readonly [name in keyof typeof FIELDS]?: string | number };
  readonly body: readonly Argument[];
};

export function writeMessage({ type, serial, fields, body }: SentMessage): Buffer {
  const content = joined(
    body.map((one) => valueOf(one)),
    4,
  );
  const signature = body.map((one) => typeOf(one)).join('');
  const structs = Object.entries(FIELDS).flatMap(([name, [code, kind]]) => {
    const value: unknown = Reflect.get(fields, name);
    return typeof value === 'string' || typeof value === 'number'
      ? [Buffer.concat([headOf(code, kind), valueOf(value)])]
      : [];
  });
  if (signature !== '') {
    const text = Buffer.from(`${signature}\0`);
    structs.push(Buffer.concat([headOf(SIGNATURE, 'g'), Buffer.from([text.length - 1]), text]));
  }
  const list = joined(structs, 8);
  const fixed = Buffer.from([108, TYPES[type], 0, 1]);
  const numbers = [content.length, serial, list.length].map((one) => valueOf(one));
  return Buffer.concat([padded(Buffer.concat([fixed, ...numbers, list]), 8), content]);
}

export type HeardMessage = {
  readonly isCall: boolean;
  readonly serial: number;
  readonly member: string;
  readonly sender: string;
  readonly replyTo: number | null;
};

/** The first whole message of what has come in, and the rest; null: it is not whole yet. */
export function readMessage(
  input: Buffer,
): { readonly message: HeardMessage; readonly rest: Buffer } | null {
  if (input.length < FIXED_BYTES) return null;
  const fieldsEnd = FIXED_BYTES + input.readUInt32LE(12);
  const end = Math.ceil(fieldsEnd / 8) * 8 + input.readUInt32LE(4);
  if (input.length < end) return null;
  const fields = readFields(input.subarray(0, fieldsEnd));
  const text = (code: number): string => String(fields.get(code) ?? '');
  const replyTo = fields.get(REPLY_TO);
  const message = {
    isCall: input.readUInt8(1) === TYPES.call,
    serial: input.readUInt32LE(8),
    member: text(MEMBER),
    sender: text(SENDER),
    replyTo: typeof replyTo === 'number' ? replyTo : null,
  };
  return { message, rest: input.subarray(end) };
}

function readFields(head: Buffer): ReadonlyMap<number, string | number> {
  const found = new Map<number, string | number>();
  for (let at = FIXED_BYTES; at < head.length; at = Math.ceil(at / 8) * 8) {
    const code = head.readUInt8(at);
    const kind = head.toString('latin1', at + 2, at + 3);
    at += 4;
    if (kind === 'u') {
      found.set(code, head.readUInt32LE(at));
      at += 4;
      continue;
    }
    const width = kind === 'g' ? 1 : 4;
    const start = at + width;
    const end = start + head.readUIntLE(at, width);
    found.set(code, head.toString('utf8', start, end));
    at = end + 1;
  }
  return found;
}

/** A field is a struct of its code and a variant. */
function headOf(code: number, kind: string): Buffer {
  return Buffer.from([code, 1, kind.charCodeAt(0), 0]);
}

function typeOf(value: Argument): string {
  if (typeof value === 'string') return 's';
  return typeof value === 'number' ? 'u' : 'b';
}

function valueOf(value: Argument): Buffer {
  const bytes = Buffer.alloc(4);
  if (typeof value !== 'string') {
    bytes.writeUInt32LE(Number(value));
    return bytes;
  }
  const text = Buffer.from(`${value}\0`);
  bytes.writeUInt32LE(text.length - 1);
  return Buffer.concat([bytes, text]);
}

/** Each begins at a multiple of `alignment`; nothing follows the last. */
function joined(parts: readonly Buffer[], alignment: number): Buffer {
  return parts.reduce<Buffer>(
    (bytes, part) => Buffer.concat([padded(bytes, alignment), part]),
    Buffer.alloc(0),
  );
}

function padded(bytes: Buffer, to: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
}
