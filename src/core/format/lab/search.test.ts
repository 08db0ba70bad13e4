import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import {
  ALGORITHMS,
  KEY_TRANSFORMS,
  OUTPUTS,
  SECRET_POSITIONS,
  type SignatureFormat,
  keyUseOf,
} from '#shared/dialect/schema.ts';
import { SEARCHED_SEPARATORS } from '#shared/domain/lab.ts';

import { signatureOf } from '../../../../tests/provider/voice/signatures.ts';
import type { SigningRecipe } from '../../provider/sign.ts';
import { RSA_PKCS8 } from '../../testing/keys.ts';
import { searchKnobs } from './search.ts';

const TEXT = '312::RUB::cust-1::11111111-2222-4333-8444-555555555555::A-1::any_bank';
/** Not one that a search would find by leaving the draft alone. */
const DRAFT: SignatureFormat = {
  ...DEFAULT_DIALECT.signature,
  secretUse: { position: 'prefix', separator: '~~' },
};

/** The provider's side is the sandbox's own signer: core alone would only agree with itself. */
function asProvider(recipe: SigningRecipe, secret: string, text = TEXT): string {
  const signature = signatureOf(text, secret, recipe);
  if (signature === null) throw new Error('the secret is no key of this recipe');
  return signature;
}

const recipes: fc.Arbitrary<SigningRecipe> = fc.record({
  algorithm: fc.constantFrom(...ALGORITHMS),
  secretUse: fc.record({
    position: fc.constantFrom(...SECRET_POSITIONS),
    separator: fc.constantFrom(...SEARCHED_SEPARATORS),
  }),
  keyTransform: fc.constantFrom(...KEY_TRANSFORMS),
  output: fc.constantFrom(...OUTPUTS),
});
const keyed = recipes.chain((recipe) => {
  const bytes = fc.uint8Array({ minLength: 8, maxLength: 80 });
  const texts = fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme' });
  if (recipe.algorithm === 'rsa-sha256') return fc.constant({ recipe, secret: RSA_PKCS8 });
  const { keyTransform } = recipe;
  const secret =
    keyTransform === 'text' ? texts : bytes.map((raw) => Buffer.from(raw).toString(keyTransform));
  return secret.map((own) => ({ recipe, secret: own }));
});
const example = fc.record({
  keyed,
  text: fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }),
});

/** As a search names it: what the algorithm does not look at stays as the draft has it. */
function named(recipe: SigningRecipe): SigningRecipe {
  const keyUse = keyUseOf(recipe.algorithm);
  return {
    ...recipe,
    secretUse: keyUse === 'plain' ? recipe.secretUse : DRAFT.secretUse,
    keyTransform: keyUse === 'rsa' ? DRAFT.keyTransform : recipe.keyTransform,
  };
}

/** Of this thread: a busy machine makes a search longer, but not by work of its own. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

describe('a search over the knobs', () => {
  it('finds the format of 20 providers drawn by chance, from one example each, in under 2 s of the processor', async () => {
    let longestMs = 0;
    await fc.assert(
      fc.asyncProperty(example, async ({ keyed: { recipe, secret }, text }) => {
        const expected = asProvider(recipe, secret, text);
        const startedMs = processorMs();
        const found = await searchKnobs(text, secret, expected, DRAFT);
        const elapsedMs = processorMs() - startedMs;
        longestMs = Math.max(longestMs, elapsedMs);
        expect(found.matches).toContainEqual(named(recipe));
        // More than one only where one example cannot tell them apart.
        for (const match of found.matches) expect(asProvider(match, secret, text)).toBe(expected);
        expect(elapsedMs).toBeLessThan(2000);
      }),
      { numRuns: 20 },
    );
    console.log(`The longest of 20 searches took ${longestMs.toFixed(1)} ms.`);
  });

  it('says that none matches a signature that is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(example, async ({ keyed: { recipe, secret }, text }) => {
        const wrong = asProvider(recipe, secret, `${text}!`);
        const found = await searchKnobs(text, secret, wrong, DRAFT);
        expect(found.matches).toEqual([]);
        expect(found.tried).toBeGreaterThan(300);
      }),
      { numRuns: 20 },
    );
  });

  it('tries RSA only with a key that could be one', async () => {
    const text = await searchKnobs(TEXT, 'zz zz zz', 'x', DRAFT);
    const pem = await searchKnobs(TEXT, RSA_PKCS8, 'x', DRAFT);
    expect(pem.tried - text.tried).toBe(OUTPUTS.length);
  });

  it("also tries the draft's own separator", async () => {
    const recipe = { ...DRAFT, algorithm: 'md5' } as const;
    const found = await searchKnobs(TEXT, 'secret', asProvider(recipe, 'secret'), DRAFT);
    const { placement: _, ...knobs } = recipe;
    expect(found.matches).toEqual([knobs]);
  });

  it('does not hold the main loop', async () => {
    let longestMs = 0;
    let beforeMs = processorMs();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, processorMs() - beforeMs);
      beforeMs = processorMs();
    }, 1);
    await Promise.all(
      Array.from({ length: 20 }, () => searchKnobs(TEXT.repeat(20), RSA_PKCS8, 'x', DRAFT)),
    );
    clearInterval(timer);
    expect(longestMs).toBeLessThan(1000);
  });
});

describe('a pasted signature', () => {
  const secret = 'secret';
  const hex = asProvider({ ...DRAFT, output: 'hex-lower' }, secret);
  const base64 = asProvider({ ...DRAFT, output: 'base64' }, secret);
  const outputs = async (pasted: string, draft = DRAFT): Promise<readonly string[]> => {
    const { matches } = await searchKnobs(TEXT, secret, pasted, draft);
    return matches.map(({ output }) => output);
  };

  it.each([
    ['as it is', hex],
    ['with blanks around it', `  ${hex}\n`],
    ['in groups', hex.replaceAll(/(.{8})/gu, '$1 ')],
    ['after Bearer', `Bearer ${hex}`],
    ['after sha256=', `sha256=${hex}`],
    ['as a header', `X-Signature: ${hex}`],
    ['as a header with a prefix', `X-Signature: HMAC ${hex}`],
    ['in quotes', `"${hex}"`],
  ])('is known %s', async (_, pasted) => {
    expect(await outputs(pasted)).toEqual(['hex-lower']);
  });

  it.each([
    ['as it is', base64],
    ['in lines', base64.replaceAll(/(.{20})/gu, '$1\n')],
    ['after v1=', `v1=${base64}`],
    ['as it stands in an address', encodeURIComponent(base64)],
  ])('in base64 is known %s', async (_, pasted) => {
    expect(await outputs(pasted)).toEqual(['base64']);
  });

  it("is known after the draft's own prefix", async () => {
    const placement = { ...DRAFT.placement, prefix: '#!' };
    expect(await outputs(`#!${hex}`, { ...DRAFT, placement })).toEqual(['hex-lower']);
  });

  it('tells the case of hex by its letters, where they agree', async () => {
    expect(await outputs(hex.toUpperCase())).toEqual(['hex-upper']);
    const mixed = hex.replace(/[a-f]/u, (letter) => letter.toUpperCase());
    expect(await outputs(mixed)).toEqual(['hex-lower', 'hex-upper']);
    expect(await outputs(base64.toUpperCase())).toEqual([]);
    expect(await outputs(base64.toLowerCase())).toEqual([]);
  });

  it.each(['', 'Bearer', '=', '::', '%', 'a'.repeat(2000)])(
    'that is none matches nothing: %j',
    async (pasted) => {
      expect(await outputs(pasted)).toEqual([]);
    },
  );
});
