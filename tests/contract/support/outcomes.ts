import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from '../../../src/shared/contract/client.ts';
import type { DeskEvent } from '../../../src/shared/contract/events.ts';
import type { Failure } from '../../../src/shared/domain/failure.ts';
import type { IntentId } from '../../../src/shared/domain/ids.ts';
import { type DepositRequest, isInFlight } from '../../../src/shared/domain/request.ts';
import type { Result } from '../../../src/shared/domain/result.ts';

const SETTLED_MS = 20_000;

export function valueOf<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

/** The request once it rests. */
export async function settledRequest(client: Client, intentId: IntentId): Promise<DepositRequest> {
  const deadlineMs = Date.now() + SETTLED_MS;
  for (;;) {
    const { request } = valueOf(await client.call('log.history', { intentId }));
    if (!isInFlight(request)) return request;
    if (Date.now() > deadlineMs) throw new Error(`Still ${request.outcome}`);
    await sleep(20);
  }
}

export function collectEvents(client: Client) {
  const seen: DeskEvent[] = [];
  const stop = client.onEvent((event) => seen.push(event));
  return { events: (): readonly DeskEvent[] => seen, stop };
}
