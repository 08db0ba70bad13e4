import { isDeepStrictEqual } from 'node:util';

import { openTestLog } from '../../src/core/testing/log.ts';
import type { Callback } from '../../src/shared/domain/callback.ts';
import type { IntentId } from '../../src/shared/domain/ids.ts';
import type { DepositRequest } from '../../src/shared/domain/request.ts';
import { SETTLED_WITH, type Case, expectedOf, isApplied, isVerified } from './cases.ts';

export type Stored = {
  /** Every callback that came in, the repeats among them. */
  readonly count: number;
  readonly verdict: string;
  readonly wrong: ReadonlyMap<Case, readonly string[]>;
};

/** After the last kill, from the file alone. */
export async function storedIn(
  dataDir: string,
  intents: ReadonlyMap<Case, IntentId>,
): Promise<Stored> {
  const log = await openTestLog(dataDir);
  try {
    const callbacks: Callback[] = [];
    for (let before: number | null = null; ;) {
      const page = await log.callbackPage(before, 200);
      callbacks.push(...page.callbacks);
      if (page.next === null) break;
      before = page.next;
    }
    const wrong = new Map<Case, readonly string[]>();
    for (const [one, intentId] of intents) {
      const own = callbacks.filter(({ reading }) => reading.state === one.state).toReversed();
      const request = await log.find(intentId);
      wrong.set(one, [
        ...(request === null ? ['it is not there'] : wrongIn(one, request)),
        ...wrongInInbox(one, own, intentId),
      ]);
    }
    const arrived = callbacks.filter(({ replayOf }) => replayOf === null);
    const verified = await log.verify();
    return {
      count: arrived.reduce((sum, { repeats }) => sum + 1 + repeats, 0),
      verdict: verified.ok ? verified.value.verdict : verified.error.code,
      wrong,
    };
  } finally {
    await log.close();
  }
}

/** What is wrong with the request after its callback; empty: it is as it must be. */
function wrongIn(one: Case, request: DepositRequest): readonly string[] {
  const expected = one.kind === 'before the answer' ? 'accepted' : 'unknown';
  const isOpen = request.outcome !== 'unknown' || request.resolution === null;
  const state = request.heard?.state ?? null;
  const isPaid = request.paid !== undefined;
  const settled = request.mismatchSettled?.note ?? null;
  return [
    ...(request.outcome === expected && isOpen ? [] : [`it is ${request.outcome}`]),
    ...(state === (isApplied(one) ? one.state : null) ? [] : [`its state is ${String(state)}`]),
    ...(isPaid === isApplied(one) ? [] : ['its paid amount is not what was called back']),
    ...(settled === (one.kind === 'read again' ? SETTLED_WITH : null)
      ? []
      : [`its amount is settled with: ${String(settled)}`]),
    ...(request.heard === undefined || request.heard.isVerified === isVerified(one)
      ? []
      : ['it is verified where it is not, or the other way round']),
  ];
}

/** Each callback once, with its repeats, taken as it must be, and about its own request only. */
function wrongInInbox(one: Case, own: readonly Callback[], intentId: IntentId): readonly string[] {
  const isElsewhere = own.some(
    ({ match }) => match.kind === 'request' && match.intentId !== intentId,
  );
  const taken = own.map(({ verdict, repeats, replayOf, match }) => ({
    verdict,
    repeats,
    isReplay: replayOf !== null,
    match: match.kind === 'apart' ? match : { kind: match.kind, contradicts: match.contradicts },
  }));
  return [
    ...(isElsewhere ? ['it was taken for another request'] : []),
    ...(isDeepStrictEqual(taken, expectedOf(one)) ? [] : [`taken as ${JSON.stringify(taken)}`]),
  ];
}
