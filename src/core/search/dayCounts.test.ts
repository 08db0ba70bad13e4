import { afterAll, describe, expect, it } from 'vitest';

import type { DailyTotal } from '#shared/domain/logSearch.ts';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import type { LogEvent } from '../log/store/events.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { project } from '../log/store/project.ts';
import { type DaySpan, daysOf } from '#shared/domain/merchantDays.ts';
import { openFinder } from './finder.ts';
import { diceOf, openRandomLog } from './testing/randomLog.ts';

afterAll(removeTemporaryDirs);

/** Counted request by request. */
function counted(
  events: readonly LogEvent[],
  profileId: string,
  days: readonly DaySpan[],
): readonly DailyTotal[] {
  const totals = new Map<string, DailyTotal>();
  for (const { request } of project(events).values()) {
    const ms = Date.parse(request.createdAt);
    const day = days.find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs)?.day;
    if (day === undefined || request.profileId !== profileId) continue;
    const { outcome, body } = request;
    const of = { day, currency: body.fields.currency, flow: body.flow, outcome };
    const key = JSON.stringify(of);
    const before = totals.get(key) ?? { ...of, count: 0, requestedCents: 0 };
    totals.set(key, {
      ...before,
      count: before.count + 1,
      requestedCents: Number(before.requestedCents) + body.fields.cents,
    });
  }
  return [...totals.values()];
}

const sorted = (totals: readonly DailyTotal[]): readonly string[] =>
  totals
    .map(({ day, currency, flow, outcome, count, requestedCents }) =>
      [day, currency, flow, outcome, count, requestedCents].join(' '),
    )
    .toSorted();

describe('daily totals', () => {
  it.each([
    { timeZone: 'UTC', dayCut: '00:00' },
    { timeZone: 'Asia/Kathmandu', dayCut: '06:00' },
    { timeZone: 'Europe/Berlin', dayCut: '03:07' },
  ])('are what counting one by one gives, in $timeZone from $dayCut on', (zone) => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(zone.dayCut.length + zone.timeZone.length));
    const finder = openFinder(paths, { readonly: false, fillFrom: 200 });
    for (const more of [300, 100, 1]) {
      log.grow(more);
      finder.catchUp(Number.POSITIVE_INFINITY);
      const days = daysOf({ kind: 'last30' }, zone, log.nowMs());
      for (const profileId of ['shop', 'kassa', 'nobody']) {
        expect(sorted(finder.daily(profileId, days))).toEqual(
          sorted(counted(log.events(), profileId, days)),
        );
      }
    }
    expect(finder.daily('shop', daysOf({ kind: 'today' }, zone, 0))).toEqual([]);
    finder.close();
    log.close();
  });
});

describe('what can be filtered by', () => {
  it('is everything that occurs, most frequent first', () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(8));
    const finder = openFinder(paths, { readonly: false });
    for (let round = 0; round < 40; round += 1) {
      log.grow(10);
      finder.catchUp(Number.POSITIVE_INFINITY);
    }
    const requests = [...project(log.events()).values()].map(({ request }) => request);
    const { operators, profiles, paymentTypes } = finder.facets();
    const count = (name: string): number =>
      requests.filter(({ operator }) => operator.name === name).length;
    expect(operators.toSorted()).toEqual(
      [...new Set(requests.map(({ operator }) => operator.name))].toSorted(),
    );
    expect(operators.map(count)).toEqual(operators.map(count).toSorted((a, b) => b - a));
    expect(new Set(paymentTypes)).toEqual(
      new Set(requests.map(({ body }) => body.fields.payment_type)),
    );
    for (const { id, name } of profiles) {
      expect(name).toBe(requests.findLast(({ profileId }) => profileId === id)?.profileName);
    }
    finder.close();
    log.close();
  });
});
