import { describe, expect, it } from 'vitest';

import { DEFAULT_LISTENER } from '#shared/domain/callback.ts';

import { readListener, textsOf } from './readListener.ts';

const TYPED = textsOf(DEFAULT_LISTENER);

describe('what is typed about a listener', () => {
  it('means nothing else than what it was made of', () => {
    const settings = {
      enabled: true,
      host: '::1',
      port: 20_001,
      publicUrl: 'https://a.example/x',
      fillsLiveForm: true,
    };
    expect(readListener(textsOf(settings))).toEqual({ ok: true, value: settings });
    expect(readListener(TYPED)).toEqual({ ok: true, value: DEFAULT_LISTENER });
  });

  it.each([
    ['host', { host: 'my-laptop' }],
    ['port', { port: '80' }],
    ['port', { port: '8e3' }],
    ['port', { port: '70000' }],
    ['publicUrl', { publicUrl: 'http://a.example' }],
    ['publicUrl', { publicUrl: 'https://a.example/?x=1' }],
  ] as const)('is refused at its %s', (field, typed) => {
    const read = readListener({ ...TYPED, ...typed });
    expect(read.ok ? [] : Object.keys(read.faults)).toEqual([field]);
  });
});
