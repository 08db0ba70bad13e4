import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { BATCH_OUTCOMES, type Batch, DEFAULT_PACE, batchSchema } from '#shared/domain/batch.ts';
import type { CheckStep } from '#shared/domain/connectionCheck.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';
import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import { type DepositRequest, isOpen } from '#shared/domain/request.ts';

import { requestOf } from '../testing/request.ts';
import { applyEvent, catchUp, withRequest } from './applyEvent.ts';
import { KEYS } from './keys.ts';

function request(number: number, outcome: DepositRequest['outcome']): DepositRequest {
  const at = new Date(Date.UTC(2026, 10, 15, 10, number)).toISOString();
  const own =
    outcome === 'unknown'
      ? {
          reason: { code: 'no_answer_in_time', httpStatus: null, detail: null },
          resolution: null,
        }
      : {};
  const rejected =
    outcome === 'rejected'
      ? {
          reason: {
            code: 'refused_by_provider',
            httpStatus: 422,
            detail: null,
            retryAfter: null,
            wording: null,
          },
        }
      : {};
  return requestOf(
    {
      createdAt: at,
      updatedAt: at,
      outcome,
      ...own,
      ...rejected,
    },
    number,
  );
}

function batchOf(batchId: string): Batch {
  const { profileId, profileName, mode, operator, body } = request(1, 'rejected');
  const plan = { profileId, profileName, mode, operator, flow: body.flow, file: null, sha256: '' };
  const { merchant } = body.fields;
  return batchSchema.parse({
    ...plan,
    batchId,
    merchant,
    origin: 'https://provider.example',
    headers: [],
    rows: 1,
    totals: [],
    pace: DEFAULT_PACE,
    createdAt: '2026-11-15T10:00:00.000Z',
    state: 'done',
    pause: null,
    counts: Object.fromEntries(BATCH_OUTCOMES.map((outcome) => [outcome, 0])),
    handedOut: 0,
    repeatable: 0,
    secondsLeft: null,
  });
}

describe('the Now strip after an event', () => {
  it('has the newest first, the last ten, and everything that is still open', () => {
    const old = request(0, 'unknown');
    const settled = Array.from({ length: 12 }, (_, at) => request(at + 1, 'rejected'));
    const list = settled.reduce<readonly DepositRequest[]>(withRequest, [old]);
    expect(list).toHaveLength(11);
    expect(list[0]).toEqual(settled.at(-1));
    expect(list.at(-1)).toEqual(old);
    expect(list.filter(isOpen)).toEqual([old]);
  });

  it('has the one that was just recorded first, also after the clock was set back', () => {
    const [last, touched] = [request(9, 'rejected'), request(1, 'rejected')];
    const next = request(5, 'prepared');
    expect(withRequest([last], next)).toEqual([next, last]);
    const settled = request(5, 'rejected');
    expect(withRequest([next, last], settled)).toEqual([settled, last]);
    expect(withRequest([settled, last], touched)).toEqual([settled, last, touched]);
  });

  it('never puts a settled request back into flight when an answer overtakes an event', () => {
    const settled = request(1, 'rejected');
    expect(withRequest([settled], request(1, 'sending'))).toEqual([settled]);
    expect(withRequest([request(1, 'sending')], settled)).toEqual([settled]);
  });
});

describe('an event', () => {
  it('replaces the request wherever it is shown', async () => {
    const cache = new QueryClient();
    const before = request(1, 'sending');
    const after = request(1, 'unknown');
    cache.setQueryData(KEYS.now(before.profileId), [before]);
    await applyEvent(cache, { name: 'request.changed', request: after });
    expect(cache.getQueryData(KEYS.now(before.profileId))).toEqual([after]);
  });

  it('that a profile changed takes back that it was confirmed: it may lead elsewhere', async () => {
    const cache = new QueryClient();
    const { profileId } = request(1, 'prepared');
    cache.setQueryData(KEYS.confirmedLive, [profileId]);
    await applyEvent(cache, { name: 'profile.changed', profileId });
    expect(cache.getQueryData(KEYS.confirmedLive)).toBeUndefined();
  });

  it('marks the history of the request as old', async () => {
    const cache = new QueryClient();
    const id = intentIdSchema.parse(request(4, 'prepared').intentId);
    cache.setQueryData(KEYS.history(id), { events: [] });
    await applyEvent(cache, { name: 'request.changed', request: request(4, 'sending') });
    expect(cache.getQueryState(KEYS.history(id))?.isInvalidated).toBe(true);
  });

  it('that many requests changed has those asked anew that are shown, and no others', async () => {
    const cache = new QueryClient();
    const [shown, other, away] = [1, 2, 3].map((number) => request(number, 'sending'));
    if (shown === undefined || other === undefined || away === undefined) throw new Error('none');
    const { profileId } = shown;
    cache.setQueryData(KEYS.now(profileId), [shown]);
    cache.setQueryData(KEYS.stages, []);
    for (const { intentId } of [shown, other]) cache.setQueryData(KEYS.history(intentId), {});
    const intentIds = [shown.intentId, away.intentId];
    await applyEvent(cache, { name: 'requests.changed', profileId, intentIds });
    const isOld = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;
    expect(isOld(KEYS.now(profileId))).toBe(true);
    expect(isOld(KEYS.stages)).toBe(true);
    expect(isOld(KEYS.history(shown.intentId))).toBe(true);
    expect(isOld(KEYS.history(other.intentId))).toBe(false);
    expect(isOld(KEYS.history(away.intentId))).toBeUndefined();
  });

  it('that the log is well again has everything asked anew that had failed meanwhile', async () => {
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const failing = {
      queryKey: ['order', 'x'],
      queryFn: () => Promise.reject(new Error('no log')),
    };
    await expect(cache.fetchQuery(failing)).rejects.toThrow('no log');
    cache.setQueryData(['order', 'y'], 'A-1');
    await applyEvent(cache, { name: 'health.changed', health: { state: 'ok' } });
    expect(cache.getQueryState(['order', 'x'])?.isInvalidated).toBe(true);
    expect(cache.getQueryState(['order', 'y'])?.isInvalidated).toBe(false);
  });
});

describe('an answer that was given before an event and arrives after it', () => {
  const issued = request(1, 'rejected');
  const queryKey = KEYS.now(issued.profileId);

  /** A Now strip on the screen; its host answers when it is told to, with what it knew when it was asked. */
  function nowOnScreen(cache: QueryClient) {
    let known: readonly DepositRequest[] = [];
    const answers: (() => void)[] = [];
    const queryFn = () => {
      const said = known;
      return new Promise<readonly DepositRequest[]>((resolve) => {
        answers.push(() => resolve(said));
      });
    };
    const leave = new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined);
    return {
      know: () => {
        known = [issued];
      },
      answerAll: async () => {
        for (let count = 0; count < 10; count += 1) {
          for (const answer of answers.splice(0)) answer();
          await new Promise((resolve) => setTimeout(resolve));
        }
      },
      leave,
    };
  }

  it.each([
    ['the first answer', undefined],
    ['a later one', []],
  ])('does not undo the event: %s', async (_, shownBefore) => {
    const cache = new QueryClient();
    if (shownBefore !== undefined) cache.setQueryData(queryKey, shownBefore, { updatedAt: 1 });
    const now = nowOnScreen(cache);
    now.know();
    const applied = applyEvent(cache, { name: 'request.changed', request: issued });
    await now.answerAll();
    await applied;
    expect(cache.getQueryData(queryKey)).toEqual([issued]);
    now.leave();
  });

  it('does not hide what happened before the stream of events stood', async () => {
    const cache = new QueryClient();
    const now = nowOnScreen(cache);
    now.know();
    const caughtUp = catchUp(cache);
    await now.answerAll();
    await caughtUp;
    expect(cache.getQueryData(queryKey)).toEqual([issued]);
    now.leave();
  });
});

describe('the log while it is being indexed, exported or restored', () => {
  it('says how far each of them is', async () => {
    const cache = new QueryClient();
    const index = { indexed: 300, total: 1000 };
    await applyEvent(cache, { name: 'index.changed', index });
    expect(cache.getQueryData(KEYS.index)).toEqual(index);
    const progress = { step: 'copying', share: 0.5 } as const;
    await applyEvent(cache, { name: 'restore.changed', progress });
    expect(cache.getQueryData(KEYS.restoring)).toEqual(progress);
    await applyEvent(cache, { name: 'restore.changed', progress: null });
    expect(cache.getQueryData(KEYS.restoring)).toBeNull();
    const state = {
      exportId: '33333333-2222-4333-8444-555555555555',
      state: 'running' as const,
      written: 10,
      total: null,
      file: null,
      problem: null,
    };
    await applyEvent(cache, { name: 'export.changed', owner: null, export: state });
    expect(cache.getQueryData(KEYS.export(state.exportId))).toEqual(state);
  });
});

describe('a step of a connection check', () => {
  const CHECK = '99999999-2222-4333-8444-555555555555';
  const step = (name: 'address' | 'dns', status: 'ok' | 'failed'): CheckStep => ({
    step: name,
    status,
    code: name === 'address' ? 'address_ok' : 'dns_failed',
    facts: {},
  });

  it('stands in the order of the steps, once, whatever order they arrive in', async () => {
    const cache = new QueryClient();
    for (const told of [step('dns', 'failed'), step('address', 'ok'), step('dns', 'failed')]) {
      await applyEvent(cache, { name: 'check.step', checkId: CHECK, step: told });
    }
    expect(cache.getQueryData(KEYS.check(CHECK))).toEqual([
      step('address', 'ok'),
      step('dns', 'failed'),
    ]);
  });
});

describe('new limits', () => {
  it('are shown at once, and what they changed is asked for', async () => {
    const cache = new QueryClient();
    const snapshot = limitsSnapshotSchema.parse({
      id: '22222222-2222-4333-8444-555555555555',
      profileId: 'sandbox',
      readAt: '2026-11-15T10:00:00.000Z',
      recognised: true,
      complaints: [],
      entries: [],
      raw: '[]',
    });
    const key = KEYS.limits(snapshot.profileId);
    cache.setQueryData(key, { snapshot: null, problem: 'timed out', change: null });
    await applyEvent(cache, { name: 'limits.changed', snapshot });
    expect(cache.getQueryData(key)).toEqual({ snapshot, problem: null, change: null });
    expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
  });
});

describe('a stage of a request', () => {
  it('is kept until the request has its outcome', async () => {
    const cache = new QueryClient();
    const { intentId } = request(1, 'prepared');
    await applyEvent(cache, { name: 'request.stage', intentId, stage: 'waiting' });
    await applyEvent(cache, { name: 'request.stage', intentId, stage: 'connecting' });
    expect(cache.getQueryData(KEYS.stages)).toEqual([{ intentId, stage: 'waiting' }]);
    await applyEvent(cache, { name: 'request.changed', request: request(1, 'rejected') });
    expect(cache.getQueryData(KEYS.stages)).toEqual([]);
  });
});

describe('what another page has changed', () => {
  it('about a batch asks anew which of its interrupted rows are still to be dealt with', async () => {
    const cache = new QueryClient();
    const own = '00000000-2222-4333-8444-0000000000b1';
    const other = '00000000-2222-4333-8444-0000000000b2';
    cache.setQueryData(KEYS.recovery, [requestOf({ batch: { batchId: own, row: 2 } })]);
    const isOld = async (batchId: string): Promise<boolean | undefined> => {
      await applyEvent(cache, { name: 'batch.changed', batch: batchOf(batchId) });
      return cache.getQueryState(KEYS.recovery)?.isInvalidated;
    };
    expect([await isOld(other), await isOld(own)]).toEqual([false, true]);
  });

  it('is asked for anew', async () => {
    const cache = new QueryClient();
    cache.setQueryData(KEYS.templates, []);
    await applyEvent(cache, { name: 'templates.changed' });
    expect(cache.getQueryState(KEYS.templates)?.isInvalidated).toBe(true);
  });
});
