import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { PRESETS } from '#shared/dialect/presets.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import { profileOf } from '../testing/builders.ts';
import { setUpWith } from '../testing/setUp.ts';
import {
  changesBetween,
  decidingKnobs,
  readProfileFile,
  setUpOf,
  writeProfileFile,
} from './profileFile.ts';
import { publishedSchema } from './publishedSchema.ts';

const NONE = (): boolean => false;
const PUBLISHED = fileURLToPath(new URL('../../../docs/profile-file.schema.json', import.meta.url));

/** Everything that can be told about a merchant, each knob off its default. */
const rich = profileOf({
  id: 'live-rich',
  name: 'Витрина',
  dialect: {
    ...PRESETS['md5-form'],
    companionHeaders: [
      { kind: 'fixed', name: 'X-Merchant', value: '{merchant}' },
      { kind: 'secret', name: 'X-Api-Key', prefix: 'Bearer ' },
    ],
    refusals: [
      { status: 200, path: 'code', value: 'NO_REQ', meaning: 'no_requisites', wording: 'нет' },
    ],
  },
  orderPattern: 'S{year}{date}-{random}',
  defaultUrls: { callback: 'https://shop.example/cb', success: null, reject: null },
  confirmAbove: { RUB: 1_000_000 },
  timeZone: 'Asia/Tashkent',
  dayCut: '06:00',
  stateWords: [{ word: 'Оплачен', colour: 'green', meaning: 'деньги пришли' }],
  limitsPolicy: 'warn',
  proxy: { mode: 'none' },
});

function fileWith(...profiles: readonly unknown[]): string {
  return JSON.stringify({ kind: 'deposit-desk-profiles', version: 1, profiles });
}

describe('a profile file', () => {
  it('is refused with an id that every plain object answers to', () => {
    const read = readProfileFile(fileWith({ id: 'constructor', setUp: setUpWith() }), NONE);
    expect(read.ok ? '' : read.error).toContain('profiles.0.id');
    // No other name of a plain object has the characters of an id.
    const names = Object.getOwnPropertyNames(Object.prototype);
    expect(names.filter((name) => profileIdSchema.safeParse(name).success)).toEqual([]);
  });

  it('brings back what was exported, and no more than that', () => {
    const profiles = [rich, profileOf({ id: 'live-2', archivedAt: '2026-11-15T10:00:00.000Z' })];
    const text = writeProfileFile(profiles);
    expect(readProfileFile(text, NONE)).toEqual({
      ok: true,
      value: profiles.map((profile) => ({ id: profile.id, setUp: setUpOf(profile) })),
    });
    expect(text).not.toContain('archivedAt');
  });

  it.each([
    ['{"kind":', /JSON/u],
    ['', /JSON/u],
    ['[]', /^\(top\): /u],
    ['['.repeat(100_000), /nested too deeply/u],
    [
      writeProfileFile([rich]).replace('"baseUrl"', '"baseUrl": "https://b.example", "baseUrl"'),
      /key "baseUrl" given twice/u,
    ],
    [
      writeProfileFile([rich]).replace('"baseUrl"', '"__proto__": {"mode": "live"}, "baseUrl"'),
      /__proto__/u,
    ],
    ['{"kind":"other","version":1}', /^kind: not a profile file/u],
    ['{"kind":"deposit-desk-profiles","version":2,"news":1}', /^version: .*reads version 1/u],
    [fileWith(), /^profiles: /u],
    [
      fileWith({ id: 'a', setUp: { ...setUpWith(), baseUrl: 'http://x.example' } }),
      /^profiles\.0\.setUp\.baseUrl: /u,
    ],
    [
      fileWith({ id: 'a', setUp: { ...setUpWith(), secret: 'x' } }),
      /^profiles\.0\.setUp: .*secret/u,
    ],
    [fileWith({ id: 'A b', setUp: setUpWith() }), /^profiles\.0\.id: /u],
    [
      fileWith({ id: 'a', setUp: setUpWith() }, { id: 'a', setUp: setUpWith() }),
      /^profiles\.1\.id: "a" is in this file twice/u,
    ],
    [
      fileWith({ id: 'sandbox', setUp: setUpWith() }),
      /^profiles\.0\.id: "sandbox" belongs to the desk/u,
    ],
  ])('says where it is wrong: %s', (text, where) => {
    const read = readProfileFile(text, (id) => id === 'sandbox');
    expect(read.ok ? '' : read.error).toMatch(where);
  });

  it('survives a byte order mark', () => {
    expect(readProfileFile(`\uFEFF${writeProfileFile([rich])}`, NONE).ok).toBe(true);
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readProfileFile(text, NONE).ok).toBe(false);
      }),
    );
  });
});

describe('what an import changes', () => {
  it('is named by knob, and is nothing where nothing changes', () => {
    const before = setUpWith();
    expect(changesBetween(before, setUpWith())).toEqual([]);
    const after = setUpWith({
      dialect: {
        ...before.dialect,
        signature: { ...before.dialect.signature, algorithm: 'md5' },
        errorPaths: before.dialect.errorPaths.slice(0, 4),
      },
      answerDeadlineMs: 30_000,
      confirmAbove: { RUB: 100 },
    });
    expect(changesBetween(before, after)).toEqual([
      { path: 'dialect.signature.algorithm', before: 'hmac-sha256', after: 'md5' },
      { path: 'confirmAbove.RUB', before: '', after: '100' },
      { path: 'answerDeadlineMs', before: '90000', after: '30000' },
      { path: 'dialect.errorPaths.4', before: 'errors[]', after: '' },
    ]);
  });
});

it('of a new profile tells where it goes, before a secret is entered for it', () => {
  const { callback, ...others } = setUpOf(rich).defaultUrls;
  expect(others).toEqual({ success: null, reject: null });
  expect(decidingKnobs(setUpOf(rich))).toEqual([
    { path: 'mode', before: '', after: 'live' },
    { path: 'baseUrl', before: '', after: rich.baseUrl },
    { path: 'merchant', before: '', after: rich.merchant },
    { path: 'defaultUrls.callback', before: '', after: callback },
    { path: 'proxy.mode', before: '', after: 'none' },
  ]);
});

describe('the published schema', () => {
  const published = readFileSync(PUBLISHED, 'utf8');

  it('is up to date (else: npm run profile-schema)', () => {
    expect(published).toBe(publishedSchema());
  });

  it('holds for what is exported and refuses what is not a profile file', () => {
    const asked = z.fromJSONSchema(z.record(z.string(), z.json()).parse(JSON.parse(published)));
    const file = z.looseObject({ profiles: z.array(z.unknown()) });
    const exported = file.parse(JSON.parse(writeProfileFile([rich, profileOf()])));
    expect(asked.safeParse(exported).error).toBeUndefined();
    for (const wrong of [
      { ...exported, version: 2 },
      { ...exported, secrets: [] },
      { ...exported, profiles: [] },
      { ...exported, profiles: [{ id: 'a', setUp: { ...setUpWith(), mode: 'test' } }] },
    ]) {
      expect(asked.safeParse(wrong).success).toBe(false);
    }
  });
});
