import { describe, expect, it } from 'vitest';

import type { Transport } from '#shared/contract/client.ts';

import { createPageClient } from './pageClient.ts';

function answering(reply: unknown): Transport {
  return { invoke: async () => reply, subscribe: () => () => undefined };
}

describe('the page’s client', () => {
  it.each([
    { ok: true, value: { language: 'en' } },
    { ok: false, error: { code: 'profile_not_found', detail: null } },
  ])('hands on what the host answered: %j', async (reply) => {
    expect(await createPageClient(answering(reply)).call('settings.get', {})).toEqual(reply);
  });

  it.each([null, 'x', {}, { ok: true }, { ok: 1, value: 2 }, { ok: false, error: 'no' }])(
    'does not take for an answer what is none: %j',
    async (reply) => {
      expect(await createPageClient(answering(reply)).call('settings.get', {})).toMatchObject({
        ok: false,
        error: { code: 'invalid_output' },
      });
    },
  );

  it('says so when the host cannot be reached', async () => {
    const client = createPageClient({
      invoke: async () => {
        throw new Error('gone');
      },
      subscribe: () => () => undefined,
    });
    expect(await client.call('settings.get', {})).toMatchObject({
      ok: false,
      error: { code: 'host_unreachable' },
    });
  });

  it('drops events it does not know', () => {
    const heard: string[] = [];
    const client = createPageClient({
      invoke: async () => null,
      subscribe: (listener) => {
        for (const event of [null, 'x', { name: 'nonsense' }, { name: 'toString' }])
          listener(event);
        listener({ name: 'listener.changed', profileId: 'p' });
        return () => undefined;
      },
    });
    client.onEvent((event) => heard.push(event.name));
    expect(heard).toEqual(['listener.changed']);
  });
});
