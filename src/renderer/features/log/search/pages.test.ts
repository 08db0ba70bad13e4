import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type LogRow, logRowSchema } from '#shared/domain/logSearch.ts';

import type { Span } from '../table/position.ts';
import { PAGE_ROWS, Pages } from './pages.ts';

const TEMPLATE = logRowSchema.parse({
  seq: 1,
  intentId: '00000000-2222-4333-8444-000000000000',
  createdAt: '2026-11-15T10:00:00.000Z',
  profileId: 'sandbox',
  profileName: 'Sandbox',
  mode: 'sandbox',
  operator: 'desk-2',
  flow: 'create',
  orderId: 'D-1',
  customer: null,
  phone: null,
  currency: 'RUB',
  paymentType: 'sbp',
  cents: 100,
  outcome: 'prepared',
  reasonCode: null,
  resolution: null,
  state: null,
  isHeard: false,
  remoteId: null,
  requisite: null,
  attention: [],
  isFlagged: false,
  isSample: false,
});

function rowOf(at: number): LogRow {
  const intentId = `00000000-2222-4333-8444-${String(at).padStart(12, '0')}`;
  return logRowSchema.parse({ ...TEMPLATE, seq: at + 1, intentId, orderId: `D-${at}` });
}

function rowsOf(from: number, count: number): readonly LogRow[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => rowOf(from + at));
}

type Asked = { readonly from: number; readonly answer: (rows: readonly LogRow[] | null) => void };

/** A host that answers when it is told to. */
function host(count: number, isExact = true): { readonly asked: Asked[]; readonly pages: Pages } {
  const asked: Asked[] = [];
  const pages = new Pages({
    first: rowsOf(0, Math.min(PAGE_ROWS, count)),
    matches: { count, isExact },
    fetch: (from, wanted) =>
      new Promise((resolve) => {
        expect(wanted).toBeGreaterThan(0);
        expect(wanted).toBeLessThanOrEqual(PAGE_ROWS);
        asked.push({ from, answer: (rows) => resolve(rows) });
      }),
  });
  return { asked, pages };
}

async function answerAll(asked: Asked[], count: number): Promise<void> {
  while (asked.length > 0) {
    const next = asked.shift();
    next?.answer(rowsOf(next.from, Math.min(PAGE_ROWS, count - next.from)));
    await Promise.resolve();
    await Promise.resolve();
  }
}

const moves = fc.array(
  fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    direction: fc.constantFrom('down' as const, 'up' as const, 'still' as const),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('the rows of a search', () => {
  it('are there wherever one looks, each at its own place, and never too many of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), moves, async (count, looks) => {
        const { asked, pages } = host(count);
        for (const { share, direction } of looks) {
          const first = Math.floor(share * (count - 1));
          const span: Span = { first, last: Math.min(first + 40, count - 1) };
          pages.want(span, direction);
          expect(asked.length).toBeLessThanOrEqual(4);
          await answerAll(asked, count);
          expect(pages.hasAll(span)).toBe(true);
          for (let at = span.first; at <= span.last; at += 7) {
            expect(pages.rowAt(at)?.orderId).toBe(`D-${at}`);
            expect(pages.placeOf(rowOf(at).intentId)).toBe(at);
          }
        }
        let kept = 0;
        for (let page = 0; page * PAGE_ROWS < count; page += 1) {
          if (pages.rowAt(page * PAGE_ROWS) !== null) kept += 1;
        }
        expect(kept).toBeLessThanOrEqual(20);
      }),
      { numRuns: 25 },
    );
  });

  it('are asked for where one looks now, not where the scrollbar passed by', async () => {
    const { asked, pages } = host(1_000_000);
    for (let at = 10_000; at < 900_000; at += 10_000)
      pages.want({ first: at, last: at + 30 }, 'down');
    const before = asked.length;
    expect(before).toBeLessThanOrEqual(4);
    for (const { from, answer } of asked.splice(0)) answer(rowsOf(from, PAGE_ROWS));
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked[0]?.from).toBe(890_000);
  });

  it('have the next pages fetched before they are seen', async () => {
    const { asked, pages } = host(100_000);
    pages.want({ first: 0, last: 30 }, 'down');
    await answerAll(asked, 100_000);
    expect(pages.hasAll({ first: 0, last: 4 * PAGE_ROWS - 1 })).toBe(true);
    pages.want({ first: 5000, last: 5030 }, 'up');
    await answerAll(asked, 100_000);
    expect(pages.hasAll({ first: 4700, last: 5030 })).toBe(true);
  });

  it('that could not be had are asked for again when they are wanted again, not by themselves', async () => {
    const { asked, pages } = host(PAGE_ROWS * 2);
    pages.want({ first: 0, last: 120 }, 'still');
    asked.shift()?.answer(null);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([]);
    expect(pages.hasAll({ first: 0, last: 120 })).toBe(false);
    pages.want({ first: 0, last: 120 }, 'still');
    expect(asked).toHaveLength(1);
  });

  it('change in place when one of them does', () => {
    const { pages } = host(50);
    let told = 0;
    const stop = pages.subscribe(() => {
      told += 1;
    });
    const before = pages.version();
    pages.patch([{ ...rowOf(7), outcome: 'rejected' }, rowOf(999)]);
    expect(pages.rowAt(7)?.outcome).toBe('rejected');
    expect(pages.rowAt(8)?.outcome).toBe('prepared');
    expect(pages.version()).not.toBe(before);
    expect(told).toBe(1);
    stop();
  });

  it('of a search that found more than it knew at first are all within reach', async () => {
    const { asked, pages } = host(1000, false);
    pages.learn({ count: 3000, isExact: false });
    pages.learn({ count: 2000, isExact: false });
    expect(pages.matches()).toEqual({ count: 3000, isExact: false });
    pages.learn({ count: 5050, isExact: true });
    pages.learn({ count: 9000, isExact: false });
    expect(pages.matches()).toEqual({ count: 5050, isExact: true });
    pages.want({ first: 5000, last: 5049 }, 'still');
    await answerAll(asked, 5050);
    expect(pages.rowAt(5049)?.orderId).toBe('D-5049');
  });

  it('of an older search are not asked for any more, and what still comes of them is dropped', async () => {
    const { asked, pages } = host(1000);
    pages.want({ first: 200, last: 230 }, 'still');
    pages.close();
    for (const { from, answer } of asked.splice(0)) answer(rowsOf(from, PAGE_ROWS));
    await new Promise((resolve) => setTimeout(resolve));
    expect(pages.rowAt(200)).toBeNull();
    pages.want({ first: 300, last: 330 }, 'still');
    expect(asked).toEqual([]);
  });
});
