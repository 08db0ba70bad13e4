import { describe, expect, it } from 'vitest';

import { finalMeaning } from '#shared/domain/finalState.ts';
import type { StatedCoverage } from '#shared/domain/statement.ts';

import { type Line, compare } from './classes.ts';
import type { OurRow, TheirRow } from './matching.ts';
import { DAY_MS, MINUTE_MS, oursOf, rowOf, statedOf } from './testing/rows.ts';

const HOUR_MS = 60 * MINUTE_MS;
const at = (ms: number): string => new Date(ms).toISOString();

/** One accepted request every half hour of the day, and an unknown at 12:10. */
const ACCEPTED = Array.from({ length: 48 }, (_, number) =>
  oursOf(`O-${number}`, {
    seq: number + 1,
    atMs: DAY_MS + number * 30 * MINUTE_MS,
    cents: 1000 + number,
  }),
);
const UNKNOWN = oursOf('U-1', {
  seq: 100,
  atMs: DAY_MS + 12 * HOUR_MS + 10 * MINUTE_MS,
  outcome: 'unknown',
  remoteId: null,
  cents: 77_700,
});
const ROWS = ACCEPTED.map(({ orderId, atMs, cents }, number) =>
  rowOf(number + 2, orderId, { atMs: atMs + 20_000, cents }),
);

type Given = {
  readonly ours?: readonly OurRow[];
  readonly rows?: readonly TheirRow[];
  readonly stated?: Partial<StatedCoverage>;
};

/** The line of the unknown, whatever became of it. */
function lineOf({ ours = [...ACCEPTED, UNKNOWN], rows = ROWS, stated = {} }: Given = {}): Line {
  const lines = compare({
    ours,
    rows,
    pins: [],
    stated: statedOf(stated),
    meaningOf: finalMeaning,
  });
  const line = lines.find((one) => one.ours?.orderId === UNKNOWN.orderId);
  if (line === undefined) throw new Error('The unknown has no line.');
  return line;
}
const failing = (given: Given): readonly string[] => lineOf(given).failing;
const withUnknown = (changes: Partial<OurRow>) => [...ACCEPTED, { ...UNKNOWN, ...changes }];
const without = (...names: readonly string[]) =>
  ROWS.filter(({ orderId }) => !names.includes(orderId ?? ''));

describe('an unknown without a row', () => {
  it('may be said not to be at the provider where every condition holds', () => {
    expect(lineOf()).toMatchObject({ class: 'only_here', settle: 'absent', failing: [] });
  });

  it('stays open where the file lists only paid requests', () => {
    expect(lineOf({ stated: { lists: 'paid' } })).toMatchObject({
      settle: null,
      failing: ['lists_all'],
    });
  });

  it('stays open where the period ends within the margin behind it', () => {
    const to = at(UNKNOWN.atMs + 29 * MINUTE_MS);
    expect(failing({ stated: { to } })).toContain('period');
    expect(failing({ stated: { to: at(UNKNOWN.atMs + 30 * MINUTE_MS) } })).not.toContain('period');
  });

  it('stays open where the period begins within the margin before it', () => {
    const from = at(UNKNOWN.atMs - 29 * MINUTE_MS);
    expect(failing({ stated: { from } })).toContain('period');
  });

  it('stays open where the file was made too early, whatever period is stated', () => {
    const madeAt = at(UNKNOWN.atMs + 29 * MINUTE_MS);
    expect(failing({ stated: { madeAt } })).toEqual(
      expect.arrayContaining(['period', 'made_late']),
    );
    expect(lineOf({ stated: { madeAt } }).isFresh).toBe(true);
  });

  it('stays open where the tail of the file was cut off', () => {
    const cut = ROWS.filter(({ atMs }) => (atMs ?? 0) < UNKNOWN.atMs + 2 * HOUR_MS);
    expect(failing({ rows: cut })).toEqual(['share_found', 'neighbours']);
  });

  it('stays open where fewer than 20 requests are found', () => {
    const few = ACCEPTED.filter((_, number) => number >= 15 && number < 34);
    const ours = [...few, UNKNOWN];
    const names = new Set<string | null>(few.map(({ orderId }) => orderId));
    const rows = ROWS.filter(({ orderId }) => names.has(orderId));
    expect(failing({ ours, rows })).toEqual(expect.arrayContaining(['enough_found']));
    expect(failing({ ours, rows })).not.toContain('share_found');
  });

  it('stays open where less than 99.5 % are found, however far away the missing one is', () => {
    expect(failing({ rows: without('O-0') })).toEqual(['share_found']);
  });

  it('counts neither requests that are too fresh nor those outside of the period', () => {
    const outside = oursOf('before', { atMs: DAY_MS - MINUTE_MS });
    const fresh = oursOf('fresh', { atMs: DAY_MS + 29 * HOUR_MS + 40 * MINUTE_MS });
    const stated = { to: at(DAY_MS + 30 * HOUR_MS) };
    expect(failing({ ours: [outside, ...ACCEPTED, fresh, UNKNOWN], stated })).toEqual([]);
  });

  it('stays open where one of its neighbours is missing, though the share is enough', () => {
    const many = Array.from({ length: 200 }, (_, number) =>
      oursOf(`M-${number}`, { seq: 200 + number, atMs: DAY_MS + number * 1000 }),
    );
    const manyRows = many.map(({ orderId, atMs }, number) =>
      rowOf(1000 + number, orderId, { atMs }),
    );
    const given = (missing: string): Given => ({
      ours: [...many, ...ACCEPTED, UNKNOWN],
      rows: [...manyRows, ...without(missing)],
    });
    expect(failing(given('O-24'))).toEqual(['neighbours']);
    expect(failing(given('O-2'))).toEqual([]);
  });

  it('stays open where fewer than ten accepted ones come after it', () => {
    const late = { ...UNKNOWN, atMs: DAY_MS + 23 * HOUR_MS };
    expect(failing({ ours: [...ACCEPTED, late] })).toEqual(['neighbours']);
  });

  it('counts only requests of its own flow and currency', () => {
    expect(failing({ ours: withUnknown({ currency: 'UZS' }) })).toEqual(
      expect.arrayContaining(['enough_found', 'share_found', 'neighbours', 'times']),
    );
    expect(failing({ ours: withUnknown({ flow: 'build' }) })).toContain('enough_found');
  });

  it('stays open where the times are of another zone', () => {
    const rows = ROWS.map((row) => ({ ...row, atMs: (row.atMs ?? 0) + 3 * HOUR_MS }));
    expect(failing({ rows })).toEqual(['clock']);
  });

  it('stays open where the rows have no time', () => {
    expect(failing({ rows: ROWS.map((row) => ({ ...row, atMs: null })) })).toEqual(['times']);
  });

  it.each([
    ['no order id', null],
    ['a damaged order id', '1.23457E+15'],
  ])('stays open where rows are found by their remote id alone, with %s', (_, orderId) => {
    const rows = ROWS.map((row) => ({ ...row, orderId }));
    expect(failing({ rows })).toEqual(['enough_found', 'share_found', 'neighbours', 'times']);
  });

  it('stays open where rows have the order ids of ours and other remote ids', () => {
    const rows = ROWS.map((row) => ({ ...row, remoteId: `other-${row.row}` }));
    expect(failing({ rows })).toEqual(['enough_found', 'share_found', 'neighbours', 'times']);
  });

  it('stays open where the provider has called back about it', () => {
    expect(failing({ ours: withUnknown({ isHeard: true }) })).toEqual(['not_heard']);
  });
});

describe('a row that belongs to no request', () => {
  const suspect = (changes: Partial<TheirRow> = {}): TheirRow =>
    rowOf(900, 'stranger', {
      cents: UNKNOWN.cents,
      atMs: UNKNOWN.atMs + 30 * MINUTE_MS,
      customer: null,
      ...changes,
    });
  const after = (changes: Partial<TheirRow>): readonly string[] =>
    failing({ rows: [...ROWS, suspect(changes)] });

  it('keeps an unknown of the same amount and currency within the margin open', () => {
    expect(after({})).toEqual(['no_suspect']);
    expect(after({ atMs: UNKNOWN.atMs + 30 * MINUTE_MS + 1 })).toEqual([]);
    expect(after({ cents: UNKNOWN.cents + 1 })).toEqual([]);
    expect(after({ currency: 'UZS' })).toEqual([]);
  });

  it('may be the unknown where it does not say its amount, currency or time', () => {
    expect(after({ cents: null })).toEqual(['no_suspect']);
    expect(after({ currency: null })).toEqual(['no_suspect']);
    expect(after({ atMs: null })).toEqual(['no_suspect']);
    expect(after({ cents: null, currency: 'UZS' })).toEqual([]);
  });

  it('keeps it open also where it is only suggested', () => {
    const line = lineOf({ rows: [...ROWS, suspect({ customer: UNKNOWN.customer })] });
    expect(line.suggestion).toMatchObject({ how: 'likeness' });
    expect(line).toMatchObject({ settle: null, failing: ['no_suspect'] });
  });

  it('keeps it open where it has its order id in another spelling, whatever its amount', () => {
    expect(after({ orderId: 'U-1 ', cents: 1 })).toEqual(['no_suspect']);
  });

  it('keeps it open where it is a refund of that amount that names no other request', () => {
    const refund = { kind: 'refund', cents: -UNKNOWN.cents, atMs: DAY_MS + 23 * HOUR_MS } as const;
    expect(after(refund)).toEqual(['no_suspect']);
    expect(after({ ...refund, orderId: 'O-3' })).toEqual([]);
    expect(after({ kind: 'total' })).toEqual([]);
  });
});

describe('an unknown with its row', () => {
  const found = (changes: Partial<TheirRow> = {}): Line =>
    lineOf({ rows: [...ROWS, rowOf(900, 'U-1', { cents: UNKNOWN.cents, ...changes })] });

  it('is found, whatever the file covers', () => {
    expect(found()).toMatchObject({ class: 'matched', settle: 'found', how: 'order_id' });
    expect(
      lineOf({ rows: [rowOf(2, 'U-1', { cents: 77_700 })], stated: { lists: 'paid' } }),
    ).toMatchObject({ settle: 'found' });
  });

  it('is found whatever the provider says that became of it', () => {
    const heard = oursOf('heard', { atMs: DAY_MS, isHeard: true, state: 'paid' });
    const rows = [...ROWS, rowOf(900, 'U-1', { cents: UNKNOWN.cents, state: 'expired' })];
    expect(lineOf({ ours: [...ACCEPTED, heard, UNKNOWN], rows })).toMatchObject({
      class: 'matched',
      settle: 'found',
    });
    const said = { ...UNKNOWN, isHeard: true, state: 'paid' };
    expect(lineOf({ ours: [...ACCEPTED, said], rows })).toMatchObject({ class: 'state_differs' });
  });

  it('is not settled in bulk where anything differs, or the provider has it twice', () => {
    expect(found({ cents: 1 })).toMatchObject({ class: 'amount_differs', settle: null });
    expect(found({ currency: 'UZS' })).toMatchObject({ class: 'currency_differs', settle: null });
    expect(found({ cents: null })).toMatchObject({ class: 'unreadable', settle: null });
    expect(found({ remoteId: null })).toMatchObject({ class: 'matched', settle: null });
    const twice = [900, 901].map((row) =>
      rowOf(row, 'U-1', { cents: UNKNOWN.cents, remoteId: `r-${row}` }),
    );
    expect(lineOf({ rows: [...ROWS, ...twice] })).toMatchObject({
      class: 'twice_there',
      settle: null,
      failing: [],
    });
  });
});

describe('classes', () => {
  const classOf = (ours: Partial<OurRow>, row: Partial<TheirRow>) => {
    const heard = oursOf('heard', { isHeard: true, atMs: 0 });
    const sides = { ours: [oursOf('A', ours), heard], rows: [rowOf(2, 'A', row)] };
    const [line] = compare({ ...sides, pins: [], stated: statedOf(), meaningOf: finalMeaning });
    return [line?.class, ...(line?.differences ?? [])];
  };

  it('say what differs, the gravest first', () => {
    expect(classOf({}, {})).toEqual(['matched']);
    expect(classOf({}, { cents: 1 })).toEqual(['amount_differs', 'amount']);
    expect(classOf({}, { paidCents: 1 })).toEqual(['amount_differs', 'paid_amount']);
    expect(classOf({}, { paidCents: 0 })).toEqual(['matched']);
    expect(classOf({}, { currency: 'UZS', cents: 1 })).toEqual([
      'currency_differs',
      'currency',
      'amount',
    ]);
    expect(classOf({ remoteId: 'other' }, {})).toEqual(['state_differs', 'remote_id']);
    expect(classOf({ outcome: 'rejected', remoteId: null }, {})).toEqual([
      'state_differs',
      'state',
    ]);
  });

  it('compare states by what they mean', () => {
    const paid = { state: 'paid', isHeard: true };
    expect(classOf(paid, { state: 'Оплачен' })).toEqual(['matched']);
    expect(classOf(paid, { state: 'expired' })).toEqual(['state_differs', 'state']);
    expect(classOf(paid, { state: 'in some queue' })).toEqual(['matched']);
    for (const state of ['created', 'Pending', 'processing', 'Создана', 'ожидает']) {
      expect(classOf(paid, { state })).toEqual(['state_differs', 'state']);
      expect(classOf({ state: 'created', isHeard: true }, { state })).toEqual(['matched']);
    }
    expect(classOf({}, { state: 'paid' })).toEqual(['state_differs', 'state']);
  });

  it('tell requests that are too fresh from overdue ones, and expect only paid ones of a list of paid ones', () => {
    const ours = [
      oursOf('old', { atMs: DAY_MS + HOUR_MS }),
      oursOf('paid', { atMs: DAY_MS + HOUR_MS, state: 'paid', isHeard: true }),
      oursOf('fresh', { atMs: DAY_MS + 23 * HOUR_MS + 45 * MINUTE_MS }),
      oursOf('refused', { atMs: DAY_MS + HOUR_MS, outcome: 'rejected' }),
    ];
    const names = (stated: Partial<StatedCoverage>) =>
      compare({ ours, rows: [], pins: [], stated: statedOf(stated), meaningOf: finalMeaning }).map(
        (line) => [line.ours?.orderId, line.isFresh],
      );
    const madeAt = at(DAY_MS + 24 * HOUR_MS);
    expect(names({ madeAt })).toEqual([
      ['old', false],
      ['paid', false],
      ['fresh', true],
    ]);
    expect(names({ lists: 'paid', madeAt })).toEqual([['paid', false]]);
  });
});
