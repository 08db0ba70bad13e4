import { hash as hashOnce } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { CHAIN_START, type ChainLink, checkChain, digestOf, hashOf } from './chain.ts';

const SALT = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const AT = '2026-11-15T10:00:00.000Z';
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** An unaltered link of this body and this column. */
function linkOf(body: string, intentId: string | null, at = AT, kind = 'copied'): ChainLink {
  const digest = digestOf(SALT, body);
  return {
    seq: 1,
    at,
    kind,
    intentId,
    salted: Buffer.concat([SALT, Buffer.from(body)]),
    saltBytes: SALT.length,
    digest: hex(digest),
    hash: hex(hashOf(CHAIN_START, 1, at, kind, digest)),
  };
}

describe('the chain', () => {
  it('is over the JSON of what came before, number, time, kind and digest, whatever they hold', () => {
    for (const kind of ['copied', 'a"b\\c', 'ы\u2028']) {
      const digest = digestOf(SALT, '{}');
      const text = JSON.stringify([hex(CHAIN_START), 1, AT, kind, hex(digest)]);
      expect(hex(hashOf(CHAIN_START, 1, AT, kind, digest))).toBe(hashOnce('sha256', text));
      expect(checkChain([linkOf('{}', null, AT, kind)])).toBeNull();
    }
  });

  it.each([
    ['{"intentId":"a-1","part":"number"}', 'a-1'],
    ['{"part":"number","intentId":"a-1"}', 'a-1'],
    ['{"intentId":"a-1","intentId":"b-2"}', 'b-2'],
    [String.raw`{"intentId":"a-1","\u0069ntentId":"b-2"}`, 'b-2'],
    [String.raw`{"intentId":"\u0061-1"}`, 'a-1'],
    ['{"intentId":"a-1","text":"say \\"intentId\\""}', 'a-1'],
    ['{"text":{"intentId":"a-1"}}', null],
    ['{"text":"intentId"}', null],
    ['{"intentId":5}', null],
    ['{"intentId":"ы\\"x"}', 'ы"x'],
    ['[]', null],
  ])('takes the intent of %s from the body as its JSON says it', (body, intentId) => {
    expect(checkChain([linkOf(body, intentId)])).toBeNull();
    const others = [null, 'a-1', 'b-2', 'a', ''].filter((other) => other !== intentId);
    for (const other of others) {
      expect(checkChain([linkOf(body, other)]), String(other)).toEqual({ kind: 'content', seq: 1 });
    }
  });

  it('names what is missing', () => {
    expect(checkChain([{ ...linkOf('{}', null), seq: 2 }])).toEqual({ kind: 'gap', seq: 1 });
  });
});
