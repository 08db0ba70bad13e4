import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  ATTENTION_REASONS,
  type DayRange,
  type LogFilter,
  NO_FILTER,
  OUTCOMES,
} from '#shared/domain/logSearch.ts';
import { ANSWER_TIMES, CALLBACK_TIMES } from '#shared/domain/requestTimes.ts';

import { EVERYTHING, LINKED, logHref, lookOfLink } from './logLook.ts';

const linkOf = (href: string): string => href.slice(`/log/${LINKED}/`.length);
const opened = (filter: Partial<LogFilter>, range: DayRange) =>
  lookOfLink(linkOf(logHref(filter, range)));

const some = <T>(values: readonly T[]) => fc.subarray([...values]);
const filters: fc.Arbitrary<Partial<LogFilter>> = fc.record(
  {
    outcomes: some(OUTCOMES),
    // A provider's words, whatever they are.
    states: fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 4 }),
    attention: some(ATTENTION_REASONS),
    answerTimes: some(ANSWER_TIMES),
    callbackTimes: some(CALLBACK_TIMES),
    needsAttention: fc.boolean(),
    between: fc.constantFrom(null, {
      from: '2026-11-15T09:00:00.000Z',
      to: '2026-11-15T10:00:00.000Z',
    }),
  },
  { requiredKeys: [] },
);
const ranges = fc.constantFrom<DayRange>(
  { kind: 'all' },
  { kind: 'today' },
  { kind: 'last30' },
  { kind: 'custom', from: '2026-11-01', to: '2026-11-15' },
);

describe('a link to the log', () => {
  it('shows exactly what it was made for', () => {
    fc.assert(
      fc.property(filters, ranges, (filter, range) => {
        expect(opened(filter, range)).toEqual({
          ...EVERYTHING,
          filter: { ...NO_FILTER, ...filter },
          range,
        });
      }),
    );
  });

  it('needs no escaping, so that no router or address bar changes it', () => {
    fc.assert(
      fc.property(filters, ranges, (filter, range) => {
        expect(logHref(filter, range)).toMatch(/^\/log\/show\/[A-Za-z0-9_-]+$/u);
      }),
    );
  });

  it('that is damaged shows the plain log', () => {
    const whole = linkOf(logHref({ outcomes: ['accepted'] }, { kind: 'today' }));
    const unknown = linkOf(
      logHref({ outcomes: ['accepted'] }, { kind: 'custom', from: '', to: '' }),
    );
    for (const damaged of ['', '%%%', 'e30', whole.slice(0, -3), `${whole}x`, unknown]) {
      expect(lookOfLink(damaged)).toEqual(EVERYTHING);
    }
  });

  it('never throws, whatever is typed there', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(() => lookOfLink(typed)).not.toThrow();
      }),
    );
  });
});
