import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { intent, preparedOf } from '../testing/builders.ts';
import { SENT, UNKNOWN } from '../testing/fillLog.ts';
import type { RequestEvent } from '../log/store/events.ts';
import { applyEvent } from '../log/store/project.ts';
import { forPages } from './pageEvents.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const batchId = randomUUID();
const AT = '2026-11-17T10:00:00.000Z';

/** Everything that is told of one request, as core tells it. */
function storyOf(name: string, batch: object): readonly DeskEvent[] {
  const intentId = intent(name);
  const place = { seq: 1, at: AT };
  const events: readonly RequestEvent[] = [
    { ...place, kind: 'prepared', body: { ...preparedOf(name), ...batch } },
    { ...place, kind: 'sending', body: { intentId, sent: SENT } },
    { ...place, kind: 'settled', body: { intentId, stage: UNKNOWN, answer: null } },
  ];
  const [recorded, sending, settled] = changesOf(events);
  const stage = (reached: 'recorded' | 'connecting' | 'sent' | 'waiting'): DeskEvent => ({
    name: 'request.stage',
    intentId,
    stage: reached,
  });
  return [recorded, stage('recorded'), stage('connecting'), sending, stage('sent'), settled].filter(
    (event) => event !== undefined,
  );
}

function changesOf(events: readonly RequestEvent[]): readonly DeskEvent[] {
  let request: DepositRequest | null = null;
  return events.map((event) => {
    request = applyEvent(request, event);
    return { name: 'request.changed', request };
  });
}

const rows = (count: number): readonly DeskEvent[] =>
  Array.from({ length: count }, (_, row) =>
    storyOf(`row ${row}`, { batch: { batchId, row: row + 2 } }),
  ).flat();

function listening(): { readonly hear: (event: DeskEvent) => void; readonly told: DeskEvent[] } {
  const told: DeskEvent[] = [];
  return { hear: forPages((event) => void told.push(event)), told };
}

describe('what pages hear', () => {
  it('is everything of a typed request and of a few rows, at once', () => {
    const { hear, told } = listening();
    const all = [...storyOf('typed', {}), ...rows(5)];
    for (const event of all) hear(event);
    expect(told).toEqual(all);
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual(all);
  });

  it('is of a fast batch few single events, then one that names every other row', () => {
    const { hear, told } = listening();
    for (const event of rows(300)) hear(event);
    for (const event of storyOf('typed', {})) hear(event);
    const isTyped = (event: DeskEvent): boolean =>
      'intentId' in event
        ? event.intentId === intent('typed')
        : event.name === 'request.changed' && event.request.intentId === intent('typed');
    expect(told.filter(isTyped)).toHaveLength(6);
    expect(told.length).toBeLessThanOrEqual(32 + 6);
    vi.advanceTimersByTime(500);
    const last = told.at(-1);
    const named: readonly IntentId[] = last?.name === 'requests.changed' ? last.intentIds : [];
    const told1 = told.flatMap((event) =>
      event.name === 'request.changed' && event.request.outcome === 'unknown'
        ? event.request.intentId
        : [],
    );
    // Of each row the page knows its end, or that it has to ask.
    const known = new Set([...named, ...told1]);
    expect(Array.from({ length: 300 }, (_, row) => known.has(intent(`row ${row}`)))).not.toContain(
      false,
    );
    expect(told.filter(({ name }) => name === 'requests.changed')).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(told.at(-1)).toBe(last);
  });
});
