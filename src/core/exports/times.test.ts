import { describe, expect, it } from 'vitest';

import { createTimes, offsetReader, offsetText } from './times.ts';

const at = (iso: string): number => Date.parse(iso);

describe('the offset of a zone', () => {
  it.each([
    ['Asia/Tashkent', '2026-07-01T12:00:00Z', 300],
    ['Asia/Kolkata', '1970-01-01T00:00:00Z', 330],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', 120],
    ['Europe/Berlin', '2026-03-29T23:59:59.999Z', 120],
    ['Europe/Berlin', '2026-10-25T00:59:59.999Z', 120],
    ['Europe/Berlin', '2026-10-25T01:00:00.000Z', 60],
    // The day of UTC begins at the moment of the change.
    ['Europe/Lisbon', '1992-09-27T00:59:59.999Z', 60],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59.999Z', 660],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z', 630],
    ['Africa/Casablanca', '2026-02-15T01:59:59.999Z', 60],
    ['Africa/Casablanca', '2026-02-15T02:00:00.000Z', 0],
    ['Africa/Casablanca', '2026-03-22T02:00:00.000Z', 60],
  ])('%s at %s is %i minutes', (zone, iso, offsetMin) => {
    const read = offsetReader(zone);
    expect([read(at(iso)), read(at(iso))]).toEqual([offsetMin, offsetMin]);
  });

  it('is what Intl says, at moments of two years', () => {
    for (const zone of ['Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia', 'UTC']) {
      const { local, utc } = createTimes(zone);
      const clock = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      for (let ms = at('2025-01-01'); ms < at('2027-01-01'); ms += 11 * 3_600_000 + 1001) {
        expect(local(ms).slice(0, 19)).toBe(clock.format(ms));
        expect(utc(ms)).toBe(new Date(ms).toISOString().replace('T', ' '));
      }
    }
  });

  it('is written as people write it', () => {
    expect([0, 300, -210, 345].map(offsetText)).toEqual(['+00:00', '+05:00', '-03:30', '+05:45']);
  });
});

it('a time is written with milliseconds and its zone', () => {
  const ms = at('2026-11-15T09:03:22.007Z');
  expect(createTimes('Asia/Tashkent').local(ms)).toBe('2026-11-15 14:03:22.007+05:00');
  expect(createTimes(null).utc(ms)).toBe('2026-11-15 09:03:22.007Z');
  expect(createTimes(null).utc(-1)).toBe('1969-12-31 23:59:59.999Z');
});
