import { describe, expect, it } from 'vitest';

import { sayOf } from '../i18n/i18n.ts';
import { createI18n } from '../testing/i18n.ts';
import {
  backupKindText,
  backupText,
  missingText,
  restoringText,
  unprovenFacts,
} from './logHealth.ts';
import { sizeText } from './numbers.ts';

const AT = '2026-11-15T10:00:00.000Z';
const english = sayOf(createI18n('en'));
const russian = sayOf(createI18n('ru'));

describe('what a backup lacks', () => {
  it('is told as exactly as it is known', () => {
    const range = { fromSeq: 8, toSeq: 12, sinceAt: AT };
    expect(missingText(range, 'en', english)).toMatch(/^events 8 to 12: everything after /u);
    expect(missingText({ ...range, sinceAt: null }, 'en', english)).toBe('events 8 to 12');
    expect(missingText({ ...range, toSeq: null }, 'en', english)).toMatch(/not known$/u);
    expect(missingText({ ...range, toSeq: null, sinceAt: null }, 'ru', russian)).toContain('8');
    expect(missingText(null, 'en', english)).toBe('nothing, as far as the desk can tell');
  });
});

describe('what the key has not vouched for', () => {
  it('is one more fact, and none where all of it is proven', () => {
    expect(unprovenFacts(undefined, english)).toEqual([]);
    const [fact] = unprovenFacts({ fromSeq: 8, toSeq: 12 }, english);
    expect(fact).toEqual([
      'health.unproven',
      expect.stringMatching(/^events 8 to 12 have no stamp/u),
    ]);
    expect(unprovenFacts({ fromSeq: 8, toSeq: 12 }, russian)[0]?.[1]).toContain('с 8 по 12');
  });
});

describe('a backup', () => {
  const backup = {
    name: 'log-1.sqlite',
    takenAt: AT,
    headSeq: 40,
    requests: 3,
    bytes: 90_112,
    kind: 'full',
  } as const;

  it('is a full copy or one of the segments after it', () => {
    const segment = { ...backup, kind: 'segment', segment: { number: 3, of: 12 } } as const;
    expect(backupKindText(backup, english)).toBe('full copy');
    expect(backupKindText(segment, english)).toBe('segment 3 of 12');
    expect(backupKindText(segment, russian)).toBe('сегмент 3 из 12');
  });

  it('being restored is told by its step, and how far that is where it is known', () => {
    expect(restoringText(null, english)).toBe('');
    expect(restoringText({ step: 'checking', share: null }, english)).toBe('Checking the backup…');
    expect(restoringText({ step: 'copying', share: 0.429 }, english)).toBe(
      'Copying the backup… 42%',
    );
  });

  it('is told by its time, content and size', () => {
    expect(backupText(backup, 'en', english)).toMatch(/3 requests, up to event 40, 88 KiB$/u);
    expect(backupText(backup, 'ru', russian)).toMatch(/3 заявки, до события 40, 88 КиБ$/u);
  });
});

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1536, '1.5 KiB'],
    [5 * 1024 * 1024, '5 MiB'],
  ])('%i', (bytes, text) => {
    expect(sizeText(bytes, 'en', english)).toBe(text);
  });
});
