import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { createClient } from '#shared/contract/testing/createClient.ts';
import { acceptedRequest } from '#shared/domain/message/testing/acceptedRequest.ts';
import { ok } from '#shared/domain/result.ts';

import { type CopyDeps, copyMessage } from './copyMessage.ts';

const CREATED = Date.parse('2026-11-15T10:00:00.000Z');
const MINUTE = 60_000;
const OF_CALLBACK = { seq: 7, at: '2026-11-15T10:05:00.000Z' };

function paidPartly(isVerified: boolean): object {
  const heard = { state: 'partly', remoteId: null, amount: null, by: 'order_id', isVerified };
  return {
    heard: { ...OF_CALLBACK, ...heard },
    paid: { ...OF_CALLBACK, amount: '149450.00', unit: 'major', isVerified },
  };
}

/** A desk whose clipboard reads back what was written, at a clock that the test moves. */
function openCopying() {
  const calls: (readonly [name: string, input: unknown])[] = [];
  const clock = { ms: CREATED + 7 * MINUTE };
  const request = acceptedRequest({ number: '2200700812345675' });
  const deps: CopyDeps = {
    client: createClient({
      invoke: async (name, input) => {
        calls.push([name, input]);
        return ok(name === 'clipboard.copy' ? { readBack: 'same' } : request);
      },
      subscribe: () => () => undefined,
    }),
    choice: { language: 'en', channel: 'plain' },
    desk: {
      profiles: [
        {
          id: request.profileId,
          mode: 'live',
          baseUrl: 'https://provider.example',
          timeZone: 'UTC',
          requisitesValidMin: 15,
        },
      ],
    },
    cache: new QueryClient(),
    templates: [],
    nowMs: () => clock.ms,
  };
  return { calls, clock, request, deps };
}

describe('a chosen follow-up', () => {
  it('is copied as it stands, and the exact text is recorded', async () => {
    const { calls, deps, request } = openCopying();
    const text =
      'Reminder: 8 min left to pay 150 000.00 RUB.\nPlease pay by 10:15 (UTC)\n' +
      'If you have already paid, no action is needed.\nOrder: D-1';
    expect(await copyMessage(deps, request, 'reminder')).toMatchObject({
      kind: 'copied',
      outcome: 'checked',
    });
    expect(calls).toEqual([
      ['clipboard.copy', { text }],
      [
        'request.recordCopy',
        { intentId: request.intentId, part: 'message', text, readBack: 'same' },
      ],
    ]);
  });

  it('is refused once the state of the request is another', async () => {
    const { calls, clock, deps, request } = openCopying();
    clock.ms = CREATED + 15 * MINUTE;
    expect(await copyMessage(deps, request, 'reminder')).toEqual({
      kind: 'refused',
      why: 'not_now',
    });
    expect(await copyMessage(deps, request, 'receipt')).toMatchObject({ why: 'not_now' });
    expect(calls).toEqual([]);
  });

  it('about a payment that is not signed is asked about first; a signed one is copied at once', async () => {
    const { calls, clock, deps } = openCopying();
    const unsigned = acceptedRequest({ number: '2200700812345675' }, paidPartly(false));
    expect(await copyMessage(deps, unsigned, 'partial')).toEqual({
      kind: 'asked',
      concern: 'partial',
      closed: { state: 'partly', isVerified: false },
    });
    expect(calls).toEqual([]);
    clock.ms += 2000;
    expect(await copyMessage(deps, unsigned, 'partial')).toMatchObject({ kind: 'copied' });
    const signed = acceptedRequest({ number: '2200700812345675' }, paidPartly(true));
    expect(await copyMessage(deps, signed, 'partial')).toMatchObject({ kind: 'copied' });
  });
});
