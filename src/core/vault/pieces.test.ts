import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type NativeKeychain, inPieces } from './pieces.ts';

const LONGEST = 10;

/** As Windows: so many bytes in one item, and two for each character. */
function smallKeychain(items: Map<string, string>): NativeKeychain {
  return {
    get: async (account) => items.get(account) ?? null,
    async set(account, secret) {
      if (Buffer.byteLength(secret, 'utf16le') > LONGEST * 2 + 5) throw new Error('too long');
      if (Buffer.byteLength(secret, 'utf8') > LONGEST * 2 + 5) throw new Error('too long');
      items.set(account, secret);
    },
    delete: async (account) => items.delete(account),
  };
}

describe('a secret longer than one item', () => {
  it('comes back whole, whatever was there before, and leaves nothing behind', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (secrets) => {
        const items = new Map([['other', 'stays']]);
        const keychain = inPieces(smallKeychain(items), LONGEST);
        for (const secret of secrets) {
          await keychain.set('a', secret);
          expect(await keychain.get('a')).toBe(secret);
        }
        await keychain.delete('a');
        expect([...items]).toEqual([['other', 'stays']]);
      }),
    );
  });

  it('is the old one until the new one is there as a whole', async () => {
    const items = new Map<string, string>();
    const small = smallKeychain(items);
    await inPieces(small, LONGEST).set('a', 'the old secret, long enough');
    let left = 2;
    const breaking: NativeKeychain = {
      ...small,
      async set(account, secret) {
        left -= 1;
        if (left < 0) throw new Error('the machine went down');
        await small.set(account, secret);
      },
    };
    const broken = inPieces(breaking, LONGEST).set('a', 'a new secret that is long too');
    await expect(broken).rejects.toThrow('went down');
    expect(await inPieces(small, LONGEST).get('a')).toBe('the old secret, long enough');
  });

  it('is no secret when a piece is missing', async () => {
    const items = new Map<string, string>();
    const keychain = inPieces(smallKeychain(items), LONGEST);
    await keychain.set('a', 'a secret that is long');
    items.delete('a#a2');
    await expect(keychain.get('a')).rejects.toThrow('missing');
  });
});
