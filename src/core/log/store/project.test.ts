import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CallbackReading } from '#shared/domain/callback.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { OPERATOR, intent, preparedOf, profileOf } from '../../testing/builders.ts';
import type { RequestEvent } from './events.ts';
import { toHistoryEvent } from '../reads/historyEvent.ts';
import { applyEvent } from './project.ts';

type CallbackEvent = Extract<RequestEvent, { kind: 'callback' }>;
type CopiedEvent = Extract<RequestEvent, { kind: 'copied' }>;
/** One reading of a callback: of a new one, or of one that came before. */
type Step = { readonly ofArrival: number | null; readonly counts: boolean; readonly says: boolean };

const AT = '2026-11-15T10:00:00.000Z';
const LATER = '2026-11-15T10:05:00.000Z';
const PREPARED: RequestEvent = { kind: 'prepared', seq: 1, at: AT, body: preparedOf('a') };

const step = fc.record({
  ofArrival: fc.option(fc.nat({ max: 5 }), { nil: null }),
  counts: fc.boolean(),
  says: fc.boolean(),
});

/** `says`: it names an amount. Each event has a state and an amount of its own, by which it is known again. */
function eventOf({ counts, says }: Step, seq: number, replayOf: number | null): CallbackEvent {
  const reading: CallbackReading = {
    format: 'json',
    problem: null,
    id: null,
    orderId: 'a',
    merchant: null,
    state: `state-${seq}`,
    amount: says ? `${seq}` : null,
    currency: null,
    ...(says ? { amountUnit: 'minor' as const } : {}),
  };
  const raw = {
    method: 'POST' as const,
    query: '',
    headers: [],
    body: '',
    encoding: 'utf8' as const,
  };
  const said = { intentId: intent('a'), profileId: profileOf().id, raw, reading };
  const taken = { verdict: 'unverified' as const, by: 'order_id' as const };
  const contradicts = counts ? null : ('currency' as const);
  const replay = replayOf === null ? {} : { replayOf };
  return { kind: 'callback', seq, at: AT, body: { ...said, ...taken, contradicts, ...replay } };
}

type Told = { readonly request: DepositRequest; readonly last: ReadonlyMap<number, CallbackEvent> };

/** `last`: every callback that came, by the event it came with, as it was read last. */
function told(steps: readonly Step[], onlyMore: boolean): Told {
  const last = new Map<number, CallbackEvent>();
  let request = applyEvent(null, PREPARED);
  for (const [index, one] of steps.entries()) {
    const arrivals = [...last.keys()];
    const of =
      one.ofArrival === null ? undefined : arrivals[one.ofArrival % Math.max(1, arrivals.length)];
    const before = of === undefined ? undefined : last.get(of);
    const counts = one.counts || (onlyMore && before?.body.contradicts === null);
    const says = one.says || (onlyMore && (before?.body.reading.amount ?? null) !== null);
    const event = eventOf({ ...one, counts, says }, index + 2, of ?? null);
    last.set(of ?? event.seq, event);
    request = applyEvent(request, event);
  }
  return { request, last };
}

const newestSeq = (
  { last }: Told,
  isMeant: (event: CallbackEvent) => boolean,
): number | undefined =>
  [...last.entries()].filter(([, event]) => isMeant(event)).toSorted(([a], [b]) => b - a)[0]?.[1]
    .seq;

const counts = ({ body }: CallbackEvent): boolean => body.contradicts === null;
const names = (event: CallbackEvent): boolean =>
  counts(event) && event.body.reading.amount !== null;

describe('what a request was last heard of', () => {
  it('is what came last, as it was read last, in whatever order they were read again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const all = told(steps, true);
        expect(all.request.heard?.seq).toBe(newestSeq(all, counts));
        expect(all.request.paid?.seq).toBe(newestSeq(all, names));
      }),
    );
  });

  it('is never what a later reading of the same callback has taken back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { request, last } = told(steps, false);
        for (const own of [request.heard, request.paid]) {
          if (own === undefined) continue;
          const reading = last.get(own.arrivedSeq ?? own.seq);
          expect(reading?.seq).toBe(own.seq);
          expect(reading?.body.contradicts).toBeNull();
        }
      }),
    );
  });
});

describe('a copy', () => {
  const prepared = applyEvent(null, PREPARED);
  const copyOf = (more: Partial<CopiedEvent['body']>): CopiedEvent => {
    const body = { intentId: intent('a'), operator: OPERATOR, part: 'number', text: '1' } as const;
    return { kind: 'copied', seq: 2, at: LATER, body: { ...body, ...more } };
  };

  it.each([
    ['where the host cannot read the clipboard back', {}, LATER],
    ['of the message, as the clipboard has it', { part: 'message', readBack: 'same' }, LATER],
    ['that the clipboard did not take', { part: 'message', readBack: 'different' }, null],
    ["for the provider's support", { part: 'support', readBack: 'same' }, null],
  ] as const)('%s', (_, more, handedOverAt) => {
    const request = applyEvent(prepared, copyOf(more));
    expect(request).toEqual({ ...prepared, updatedAt: LATER, lastCopiedAt: handedOverAt });
    const { intentId: _intentId, ...said } = copyOf(more).body;
    expect(toHistoryEvent(copyOf(more))).toEqual({ kind: 'copied', seq: 2, at: LATER, ...said });
  });

  it('for the support takes nothing back', () => {
    const handedOver = applyEvent(prepared, { ...copyOf({}), at: AT });
    const request = applyEvent(handedOver, copyOf({ part: 'support' }));
    expect(request.lastCopiedAt).toBe(AT);
  });
});
