import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';

import { sayOf } from '../../i18n/i18n.ts';
import { createI18n } from '../../testing/i18n.ts';
import { FORMAT_FAULTS, faultsIn, formatFaultText, readFormat, writeFormat } from './faults.ts';

const { signature } = DEFAULT_DIALECT;

function faultOf(changes: Readonly<Record<string, unknown>>): readonly (readonly string[])[] {
  return faultsIn({ ...DEFAULT_DIALECT, ...changes }).map(({ path, kind }) => [path, kind]);
}

describe('a format as text', () => {
  it.each(Object.entries(PRESETS))('%s is read as it was written', (_name, preset) => {
    expect(readFormat(writeFormat(preset))).toEqual({ ok: true, value: preset });
  });

  it('may begin with a byte order mark', () => {
    expect(readFormat(`\uFEFF${writeFormat(DEFAULT_DIALECT)}`).ok).toBe(true);
  });

  it('fills in what a document leaves out', () => {
    const { version, body, limitRequest, acceptedStates } = DEFAULT_DIALECT;
    const short = { version, signature, body, limitRequest, acceptedStates };
    expect(readFormat(JSON.stringify(short))).toEqual({ ok: true, value: DEFAULT_DIALECT });
  });

  it.each(['', '{', 'hello', "{'version': 1}"])('%j is said to be no JSON', (text) => {
    expect(readFormat(text)).toEqual({ ok: false, error: 'not_json' });
  });
});

describe('what is wrong is named with its path', () => {
  it.each([
    [
      'an unknown algorithm',
      { signature: { ...signature, algorithm: 'crc32' } },
      ['signature.algorithm', 'not_a_choice'],
    ],
    ['a missing part', { signature: undefined }, ['signature', 'missing']],
    ['a key nobody knows', { colour: 'red' }, ['colour', 'unknown_key']],
    ['another version', { version: 2 }, ['version', 'not_a_choice']],
    ['a wrong type', { body: 5 }, ['body', 'not_a_choice']],
    ['a list that is none', { errorPaths: 'message' }, ['errorPaths', 'wrong_type']],
    [
      'an empty list of states',
      { acceptedStates: { create: [], build: ['x'] } },
      ['acceptedStates.create', 'too_short'],
    ],
    [
      'a success among refusing statuses',
      { definiteNoStatuses: [200] },
      ['definiteNoStatuses.0', 'status'],
    ],
    [
      'a status that is no number',
      { definiteNoStatuses: [Number.NaN] },
      ['definiteNoStatuses.0', 'status'],
    ],
    [
      'a header name with a space',
      { signature: { ...signature, placement: { in: 'header', name: 'X Sign', prefix: '' } } },
      ['signature.placement.name', 'header_name'],
    ],
    [
      'a header of the transport',
      { signature: { ...signature, placement: { in: 'header', name: 'Host', prefix: '' } } },
      ['signature.placement.name', 'header_taken'],
    ],
    [
      'a field of the document',
      { signature: { ...signature, placement: { in: 'body', name: 'cents', prefix: '' } } },
      ['signature.placement.name', 'field_taken'],
    ],
    [
      'a body field with a space',
      { signature: { ...signature, placement: { in: 'body', name: 'my sign', prefix: '' } } },
      ['signature.placement.name', 'field_name'],
    ],
    [
      'an unknown place',
      { signature: { ...signature, placement: { in: 'cookie', name: 'a', prefix: '' } } },
      ['signature.placement.in', 'not_a_choice'],
    ],
    [
      'a prefix nobody can send',
      { signature: { ...signature, placement: { in: 'header', name: 'A', prefix: 'ключ' } } },
      ['signature.placement.prefix', 'not_ascii'],
    ],
    [
      'an envelope without its path',
      { envelope: { kind: 'path', path: '' } },
      ['envelope.path', 'path'],
    ],
    ['a path with a hole', { errorPaths: ['error..message'] }, ['errorPaths.0', 'path']],
    [
      'one header twice',
      { companionHeaders: [{ kind: 'fixed', name: 'x-signature', value: '1' }] },
      ['', 'same_header'],
    ],
    [
      'a companion header of the transport',
      { companionHeaders: [{ kind: 'fixed', name: 'Accept', value: '1' }] },
      ['companionHeaders.0.name', 'header_taken'],
    ],
  ] as const)('%s', (_what, changes, expected) => {
    expect(faultOf(changes)).toContainEqual(expected);
  });
});

describe.each(['en', 'ru'] as const)('faults in %s', (language) => {
  const say = sayOf(createI18n(language));

  it.each(FORMAT_FAULTS)('%s has words', (kind) => {
    const facts = { expected: 'string', allowed: 'a, b', key: 'colour', limit: 5 };
    const text = formatFaultText({ path: 'signature', kind, facts }, say);
    expect(text).toMatch(/\s/u);
    expect(text).not.toContain('{{');
  });
});
