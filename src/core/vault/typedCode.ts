import { createHash, timingSafeEqual } from 'node:crypto';

/** Without I, L, O and U, which are misread or spell words (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_BYTES = 16;
const CHECKSUM_BITS = 12n;
const LENGTH = 28;
const GROUP = 4;

/** A code that an operator writes on paper: 128 random bits and a checksum of 12, in groups of four. */
export function codeText(bytes: Uint8Array): string {
  let rest = (numberOf(bytes) << CHECKSUM_BITS) | checksumOf(bytes);
  let text = '';
  for (let at = 0; at < LENGTH; at += 1) {
    text = (LETTERS[Number(rest & 31n)] ?? '') + text;
    rest >>= 5n;
  }
  return text.replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'gu'), '$&-');
}

/** Null: mistyped. Spaces, dashes and the case of letters do not count; O, I and L are read as the digits that they look like. */
export function readCode(typed: string): Uint8Array | null {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s\-–—]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/gu, '1');
  const digits = Array.from(text, (letter) => LETTERS.indexOf(letter));
  if (digits.length !== LENGTH || digits.includes(-1)) return null;
  const read = digits.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n);
  const hex = (read >> CHECKSUM_BITS).toString(16).padStart(CODE_BYTES * 2, '0');
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  return (read & ((1n << CHECKSUM_BITS) - 1n)) === checksumOf(bytes) ? bytes : null;
}

/** In constant time, through digests of one length. */
export function isSameSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function checksumOf(bytes: Uint8Array): bigint {
  return BigInt(sha256(bytes).readUInt16BE(0)) >> (16n - CHECKSUM_BITS);
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}
