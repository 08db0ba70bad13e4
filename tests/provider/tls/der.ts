/*
 * As much of DER (ITU-T X.690) as a certificate needs. Node can read certificates but not make them, and the sandbox runs
 * where there is no openssl.
 */

const tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

function encode(tagByte: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tagByte]), length(content.length), content]);
}

/** Below 128 in one byte, else the number of bytes first. */
function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  const digits = unsigned(BigInt(bytes));
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits]);
}

function unsigned(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

export const sequence = (...parts: readonly Buffer[]): Buffer =>
  encode(tag.sequence, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer => encode(tag.set, Buffer.concat(parts));
export const octets = (content: Buffer): Buffer => encode(tag.octetString, content);
export const utf8 = (text: string): Buffer => encode(tag.utf8String, Buffer.from(text, 'utf8'));
export const boolean = (value: boolean): Buffer =>
  encode(tag.boolean, Buffer.from([value ? 0xff : 0x00]));

/** Not negative. A leading zero keeps a high first bit from meaning a sign. */
export function integer(value: bigint): Buffer {
  const digits = unsigned(value);
  const isHigh = (digits[0] ?? 0) >= 0x80;
  return encode(tag.integer, isHigh ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

/** The first byte says how many of the last bits do not count. */
export function bits(content: Buffer, unusedBits = 0): Buffer {
  return encode(tag.bitString, Buffer.concat([Buffer.from([unusedBits]), content]));
}

/** "2.5.29.17": the first two numbers share a byte, each further one is written in groups of seven bits. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(tag.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const groups = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
  return groups;
}

/** RFC 5280, 4.1.2.5: two digits of the year until 2049, four from 2050. Seconds, UTC. */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]/gu, '').slice(0, 14);
  const isShort = at.getUTCFullYear() >= 1950 && at.getUTCFullYear() < 2050;
  return isShort
    ? encode(tag.utcTime, Buffer.from(`${digits.slice(2)}Z`))
    : encode(tag.generalizedTime, Buffer.from(`${digits}Z`));
}

/** [n] with other parts inside. */
export const tagged = (number: number, ...parts: readonly Buffer[]): Buffer =>
  encode(0xa0 | number, Buffer.concat(parts));
/** [n] in place of the type that would stand there. */
export const implicit = (number: number, content: Buffer): Buffer => encode(0x80 | number, content);
