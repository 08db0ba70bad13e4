import { describe, expect, it } from 'vitest';

import { depositAnswerSchema } from '#shared/domain/deposit.ts';
import { paidAmountOf } from '#shared/domain/paid.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { OPERATOR, createRecordOf, intent, preparedOf } from '../testing/builders.ts';
import { type CallbackFacts, attentionBits, reasonsOf } from './attention.ts';
import { entryOf, indexRowOf } from './entry.ts';
import { logRowOf } from './rows.ts';

const NOTHING_HEARD: CallbackFacts = { isContradicted: false, amount: null };
const NO_STORY = {
  facts: NOTHING_HEARD,
  moments: { sentMs: null, settledMs: null, calledMs: null },
};
const AT = '2026-11-15T10:00:00.000Z';
const CREATED_MS = Date.parse(AT);
const MOMENT = { nowMs: CREATED_MS, validMinOf: { shop: 30 } };
const heard = {
  seq: 4,
  at: AT,
  state: 'paid',
  remoteId: null,
  amount: null,
  by: 'order_id',
  isVerified: true,
} as const;

function prepared(): Extract<DepositRequest, { outcome: 'prepared' }> {
  const times = { createdAt: AT, updatedAt: AT, lastCopiedAt: null };
  return { ...preparedOf('A-1'), ...times, outcome: 'prepared' };
}

function accepted(
  overrides: Partial<Extract<DepositRequest, { outcome: 'accepted' }>> = {},
  record: Readonly<Record<string, unknown>> = {},
): DepositRequest {
  const { fields } = preparedOf('A-1').body;
  const answer = depositAnswerSchema.parse({
    flow: 'create',
    record: createRecordOf(fields, record),
  });
  return {
    ...prepared(),
    outcome: 'accepted',
    answer,
    amountAcknowledgedAt: null,
    lastCopiedAt: AT,
    heard,
    ...overrides,
  };
}

function unknown(code: 'connection_lost' | 'mismatched_answer'): DepositRequest {
  const reason = { code, httpStatus: null, detail: null };
  return { ...prepared(), outcome: 'unknown', reason, resolution: null };
}

const reasons = (request: DepositRequest, facts = NOTHING_HEARD, nowMs = CREATED_MS) =>
  reasonsOf(attentionBits(request, facts), CREATED_MS, 'shop', { ...MOMENT, nowMs });

describe('what needs attention', () => {
  it('is nothing about a request that was copied, and paid as asked for', () => {
    expect(reasons(accepted())).toEqual([]);
    expect(reasons(prepared())).toEqual([]);
  });

  it('is an unknown until it is resolved, and a quarantined one more so', () => {
    expect(reasons(unknown('connection_lost'))).toEqual(['unknown']);
    expect(reasons(unknown('mismatched_answer'))).toEqual(['unknown', 'quarantined']);
  });

  it('is another amount until somebody has seen it', () => {
    expect(reasons(accepted({}, { amount_cents: 1 }))).toEqual(['amount_changed']);
    expect(reasons(accepted({ amountAcknowledgedAt: AT }, { amount_cents: 1 }))).toEqual([]);
  });

  it('is an accepted one that nobody has copied from', () => {
    expect(reasons(accepted({ lastCopiedAt: null }))).toEqual(['never_copied']);
  });

  it('is one whose order another desk sent, until it was dealt with or cannot exist', () => {
    const sent = { at: '2026-11-15T10:00:00.000Z', desks: ['night'] };
    expect(reasons(accepted({ sentElsewhere: sent }))).toEqual(['sent_elsewhere']);
    expect(reasons(accepted({ sentElsewhere: { ...sent, isDealtWith: true } }))).toEqual([]);
  });

  it('is one that somebody flagged', () => {
    expect(reasons(accepted({ flagged: true }))).toEqual(['flagged']);
  });

  it('is one that a statement says otherwise about, until it is dealt with', () => {
    const found = { statementId: intent('S'), sha256: '', row: 2, at: AT, cents: 1 };
    for (const kind of ['only_here', 'amount_differs'] as const) {
      const statementFinding = { ...found, kind };
      expect(reasons(accepted({ statementFinding }))).toEqual([kind]);
      const seen = { ...statementFinding, isDealtWith: true as const };
      expect(reasons(accepted({ statementFinding: seen }))).toEqual([]);
    }
  });

  it('is one that a callback contradicts', () => {
    expect(reasons(accepted(), { isContradicted: true, amount: null })).toEqual(['contradicted']);
  });

  it.each([
    ['1500.00', 'major', 150_000, false],
    ['1 500,00', 'major', 150_000, false],
    ['1500', 'major', 150_000, false],
    ['150000', 'minor', 150_000, false],
    ['150000.0', 'minor', 150_000, false],
    ['1500', 'minor', 1500, true],
    ['150000', 'major', 15_000_000, true],
    ['1,500', 'major', null, true],
    ['1500.005', 'major', null, true],
    ['1500.5', 'minor', null, true],
    ['-150000', 'minor', null, true],
    ['1.5e5', 'minor', null, true],
    ['9007199254740993', 'minor', null, true],
    ['1500', 'unclear', 150_000, false],
    ['150000', 'unclear', 150_000, false],
    ['1450', 'unclear', null, true],
    ['1e3', 'unclear', null, true],
    ['', 'unclear', null, true],
  ] as const)('a paid %j of unit %s is %s beside 1500.00', (amount, unit, cents, differs) => {
    const paid = { seq: 4, at: AT, amount, unit, isVerified: true };
    const request = accepted({ heard: { ...heard, amount }, paid });
    expect(paidAmountOf(request)).toEqual({ paid, cents, differs });
    expect(reasons(request)).toEqual(differs ? ['paid_differs'] : []);
  });

  it.each([
    ['145000', 'minor', '1450.00'],
    ['145000', 'major', '145000.00'],
    ['1 450,5', 'major', '1450.50'],
    ['150000', 'unclear', '1500.00'],
    ['1450', 'unclear', '1450'],
    ['=1+1', 'minor', '=1+1'],
  ] as const)('an export writes a paid %j of unit %s as %s', (amount, unit, written) => {
    const paid = { seq: 4, at: AT, amount, unit, isVerified: true };
    const request = accepted({ heard: { ...heard, amount }, paid });
    expect(entryOf(1, request, NO_STORY).said).toBe(written);
  });

  it('is a payment after the requisites ended, until a decision about it is recorded', () => {
    const late = { heard: { ...heard, lateSeq: 4 } };
    expect(reasons(accepted(late))).toEqual(['paid_late']);
    expect(reasons(accepted({ heard: { ...heard, lateSeq: null } }))).toEqual([]);
    const at = { at: AT, operator: OPERATOR, note: 'arrived' };
    expect(reasons(accepted({ ...late, mismatchSettled: { ...at, paidSeq: 4 } }))).toEqual([]);
    expect(reasons(accepted({ ...late, mismatchSettled: { ...at, paidSeq: 3 } }))).toEqual([
      'paid_late',
    ]);
  });

  it('is one whose requisites no longer hold while no state was heard', () => {
    const { heard: _, ...unheard } = accepted();
    const silent = { ...unheard } as DepositRequest;
    expect(reasons(silent, NOTHING_HEARD, CREATED_MS + 30 * 60_000 - 1)).toEqual([]);
    expect(reasons(silent, NOTHING_HEARD, CREATED_MS + 30 * 60_000)).toEqual(['expired']);
    expect(reasons(accepted(), NOTHING_HEARD, CREATED_MS * 2)).toEqual([]);
    // A callback that names no state says nothing that would settle it.
    const wordless = accepted({ heard: { ...heard, state: null } });
    expect(reasons(wordless, NOTHING_HEARD, CREATED_MS * 2)).toEqual(['expired']);
    expect(
      reasonsOf(attentionBits(silent, NOTHING_HEARD), CREATED_MS, 'other', {
        ...MOMENT,
        nowMs: 9e15,
      }),
    ).toEqual([]);
  });
});

describe('requisites', () => {
  const data = { number: '2200 7008 1234 5675', name: 'N' };
  const entry = (request: DepositRequest) => entryOf(1, request, NO_STORY);
  const linesIn = (of: ReturnType<typeof entryOf>) => indexRowOf(of).searched.text.split('\n');

  it('are masked in a row, and found by their digits', () => {
    const of = entry(accepted({}, { payment_data: data }));
    expect(logRowOf(of, MOMENT).requisite).toEqual({
      kind: 'number',
      masked: '2200 70•• •••• 5675',
    });
    expect(linesIn(of)).toContain('2200700812345675');
    expect(JSON.stringify(logRowOf(of, MOMENT))).not.toContain('0812');
  });

  it('of a quarantined answer are nowhere; those typed by hand are there', () => {
    const quarantined = unknown('mismatched_answer');
    expect(logRowOf(entry(quarantined), MOMENT).requisite).toBeNull();
    const resolution = {
      kind: 'found',
      at: AT,
      operator: OPERATOR,
      note: '',
      remoteId: 'R-7',
      typedByHand: data,
    } as const;
    if (quarantined.outcome !== 'unknown') throw new Error('not unknown');
    const resolved = entry({ ...quarantined, resolution });
    expect(linesIn(resolved)).toEqual(expect.arrayContaining(['r-7', '2200700812345675']));
    expect(logRowOf(resolved, MOMENT)).toMatchObject({
      remoteId: 'R-7',
      resolution: 'found',
      requisite: { kind: 'number' },
    });
  });
});
