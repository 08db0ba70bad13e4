import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';
import { ALGORITHMS, KEY_TRANSFORMS } from '#shared/dialect/schema.ts';
import { DEFAULT_PLAN } from '#sandbox/callbacks/plan.ts';
import { type Place, makePlace } from '#sandbox/testing/support.ts';

import { newSecret, readDialectFile, readHeaderSecrets, readPlanFile } from './cliFormat.ts';
import { isUsableSecret } from './voice/signatures.ts';

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

async function reading(value: unknown) {
  const file = join(place.folder, 'format.json');
  await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  return readDialectFile(file);
}

describe('a format from a file', () => {
  it('is read with its defaults, and is the documented one without a file', async () => {
    expect(await readDialectFile(null)).toEqual(DEFAULT_DIALECT);
    const { companionHeaders: _, envelope: __, ...old } = PRESETS['md5-form'];
    expect(await reading(old)).toEqual(PRESETS['md5-form']);
  });

  it.each([
    ['no JSON', '{', /format\.json is not JSON/u],
    ['nothing of it', {}, /is not a provider format\n {2}version: /u],
    ['a list', [], /\n {2}the whole: /u],
    ['a knob too many', { ...DEFAULT_DIALECT, secret: 'x' }, /the whole: .*secret/u],
    ['no envelope', { ...DEFAULT_DIALECT, envelope: { kind: 'box' } }, /\n {2}envelope\.kind: /u],
  ])('is refused in words: %s', async (_, value, words) => {
    await expect(reading(value)).rejects.toThrow(words);
  });

  it('is refused in words where there is no file', async () => {
    const file = join(place.folder, 'none.json');
    await expect(readDialectFile(file)).rejects.toThrow(/none\.json cannot be read/u);
  });
});

describe('secrets of headers', () => {
  it('are an object of texts', () => {
    expect(readHeaderSecrets('')).toEqual({});
    expect(readHeaderSecrets('{"X-Api-Key":"a","__proto__":"b"}')).toHaveProperty('X-Api-Key', 'a');
  });

  it.each(['{', '[]', 'null', '"a"', '{"X-Api-Key":7}', '{"X-Api-Key":"canary"'])(
    'are refused without being repeated: %s',
    (text) => {
      expect(() => readHeaderSecrets(text)).toThrow(
        /^SANDBOX_HEADER_SECRETS is not a JSON object of header names and texts$/u,
      );
    },
  );
});

describe('a secret that is made up', () => {
  it.each(ALGORITHMS)('fits %s', (algorithm) => {
    for (const keyTransform of KEY_TRANSFORMS) {
      const signature = { ...DEFAULT_DIALECT.signature, algorithm, keyTransform };
      const secret = newSecret({ ...DEFAULT_DIALECT, signature });
      expect(isUsableSecret(secret, signature)).toBe(true);
    }
  });
});

describe('a plan of callbacks from a file', () => {
  async function planned(value: unknown) {
    const file = join(place.folder, 'callbacks.json');
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
    return readPlanFile(file);
  }

  it('is the default one where it says nothing else', async () => {
    expect(await readPlanFile(null)).toEqual(DEFAULT_PLAN);
    expect(await planned({})).toEqual(DEFAULT_PLAN);
    const { states } = await planned({ states: { paid: 'Оплачен' } });
    expect(states).toEqual({ ...DEFAULT_PLAN.states, paid: 'Оплачен' });
  });

  it.each([
    ['no JSON', '{', /--callbacks: .*callbacks\.json is not JSON/u],
    ['a list', [], /is not a plan of callbacks \(it must be a JSON object\)/u],
    ['an encoding', { encoding: 'xml' }, /\(encoding: json, form, query\)/u],
    ['a stranger', { retry: 3 }, /\(retry: is nothing that can be planned\)/u],
  ])('is refused in words: %s', async (_, value, words) => {
    await expect(planned(value)).rejects.toThrow(words);
  });
});
