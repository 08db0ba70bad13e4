import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';
import { type Refusal, dialectSchema } from '#shared/dialect/schema.ts';

import {
  PRESET_NAMES,
  fromPreset,
  isChanged,
  isSame,
  placedIn,
  presetOf,
  withChanges,
} from './draft.ts';

const TAUGHT: Refusal = {
  status: 200,
  path: 'code',
  value: 'NO_REQ',
  meaning: 'no_requisites',
  wording: '',
};

describe('unsaved changes', () => {
  it('are none while what was touched is as it was', () => {
    expect(isChanged(DEFAULT_DIALECT, {})).toBe(false);
    expect(isChanged(DEFAULT_DIALECT, { body: 'json' })).toBe(false);
    expect(isChanged(DEFAULT_DIALECT, { body: 'form' })).toBe(true);
  });

  it('let a refusal through that was taught meanwhile', () => {
    const saved = { ...DEFAULT_DIALECT, refusals: [TAUGHT] };
    expect(withChanges(saved, { body: 'form' })).toEqual({ ...saved, body: 'form' });
  });

  it('do not see the order of keys', () => {
    expect(isSame({ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 })).toBe(true);
    expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(isSame({ a: 1 }, { a: '1' })).toBe(false);
  });
});

describe('presets', () => {
  it.each(PRESET_NAMES)('%s is a valid format and is known again', (name) => {
    expect(dialectSchema.parse(PRESETS[name])).toEqual(PRESETS[name]);
    expect(presetOf(PRESETS[name])).toBe(name);
  });

  it('keep what was taught', () => {
    const present = { ...DEFAULT_DIALECT, refusals: [TAUGHT] };
    const next = fromPreset('md5-form', present);
    expect(next.refusals).toEqual([TAUGHT]);
    expect(presetOf(next)).toBe('md5-form');
  });

  it('are told apart from a format of its own', () => {
    expect(presetOf({ ...DEFAULT_DIALECT, body: 'form' })).toBeNull();
  });
});

describe('placement', () => {
  it('starts with a name that the new place can carry, and keeps the prefix', () => {
    const header = { in: 'header', name: 'X-Sign', prefix: 'v1=' } as const;
    const body = placedIn('body', header);
    expect(body).toEqual({ in: 'body', name: 'signature', prefix: 'v1=' });
    expect(placedIn('query', { ...body, name: 'sign' }).name).toBe('sign');
    expect(placedIn('header', body).name).toBe('X-Signature');
    expect(placedIn('header', header)).toBe(header);
  });
});
