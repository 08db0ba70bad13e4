import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { ALGORITHMS, type Algorithm, type Dialect, dialectSchema } from '#shared/dialect/schema.ts';
import { LANGUAGES } from '#shared/domain/settings.ts';

import { sayOf } from '../../i18n/i18n.ts';
import { createI18n } from '../../testing/i18n.ts';
import { withValueAt } from '../../ui/form/fields.ts';
import * as knobs from './knobs.ts';

const SIGNED: Dialect = withValueAt(DEFAULT_DIALECT, 'callback.signature', {
  ...DEFAULT_DIALECT.signature,
  secret: 'shared',
  over: { kind: 'raw-body' },
});
const WITH_ROWS: Dialect = {
  ...SIGNED,
  companionHeaders: [{ kind: 'fixed', name: 'X-Own', value: '1' }],
  refusals: [{ status: 200, path: 'code', value: 'NO', meaning: 'refused', wording: '' }],
};
const ALL: readonly knobs.Knob[] = [
  ...knobs.SIGNATURE,
  ...knobs.REQUEST,
  ...knobs.headerKnobs('companionHeaders.0', 'fixed'),
  knobs.LIMIT_REQUEST,
  ...knobs.ANSWERS,
  ...knobs.STATUSES,
  ...knobs.refusalKnobs('refusals.0'),
  ...knobs.CALLBACK,
  ...knobs.CALLBACK_KEYS.map(({ knob }) => knob),
  ...knobs.CALLBACK_SIGNATURE,
];

describe('the table of knobs', () => {
  it('has one for every part of the schema; limits have a mapper of their own', () => {
    const parts = new Set(ALL.map(({ path }) => path.split('.')[0]));
    const others = ['version', 'limitResponse'];
    expect(Object.keys(DEFAULT_DIALECT).filter((key) => !parts.has(key))).toEqual(others);
  });

  it('offers only what the schema takes', () => {
    for (const { path, options = [], write } of ALL) {
      for (const option of options) {
        const [at, value] = write?.(option, WITH_ROWS) ?? [path, option];
        const parsed = dialectSchema.safeParse(withValueAt(WITH_ROWS, at, value));
        expect([path, option, parsed.success]).toEqual([path, option, true]);
      }
    }
  });
});

describe('the knobs of a signature', () => {
  const showing = (path: string): readonly Algorithm[] =>
    ALGORITHMS.filter((algorithm) => {
      const dialect = withValueAt(DEFAULT_DIALECT, 'signature.algorithm', algorithm);
      return knobs.SIGNATURE.some(
        (knob) => knob.path === `signature.${path}` && knob.when?.(dialect) !== false,
      );
    });

  it('ask where the secret stands only for plain hashes', () => {
    expect(showing('secretUse.position')).toEqual(['sha256', 'sha512', 'sha1', 'md5']);
    expect(showing('secretUse.separator')).toEqual(showing('secretUse.position'));
  });

  it('ask for a PEM, and for no key transform, only with RSA', () => {
    expect(showing('pem')).toEqual(['rsa-sha256']);
    expect(showing('keyTransform')).toEqual(ALGORITHMS.filter((name) => name !== 'rsa-sha256'));
  });

  it('of callbacks are shown once callbacks are signed', () => {
    const shown = (dialect: Dialect): number =>
      knobs.CALLBACK_SIGNATURE.filter(({ when }) => when?.(dialect) !== false).length;
    expect(shown(DEFAULT_DIALECT)).toBe(1);
    expect(shown(SIGNED)).toBeGreaterThan(5);
  });
});

it.each(LANGUAGES)('set-up says what a shared callback secret cannot verify, in %s', (language) => {
  const say = sayOf(createI18n(language));
  const knob = ALL.find(({ path }) => path === 'callback.signature.secret');
  const said = (secret: 'shared' | 'own'): string | null => {
    const dialect = withValueAt(SIGNED, 'callback.signature.secret', secret);
    return typeof knob?.hint === 'function' ? knob.hint(say, dialect) : null;
  };
  expect(said('shared')).toContain('JSON');
  expect(said('own')).not.toContain('JSON');
});
