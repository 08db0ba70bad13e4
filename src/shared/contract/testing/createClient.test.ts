import { describe, expect, it } from 'vitest';

import { DEFAULT_LOG_TABLE } from '../../domain/logSearch.ts';
import type { Transport } from '../client.ts';
import { createClient } from './createClient.ts';

function answering(reply: unknown): Transport {
  return { invoke: async () => reply, subscribe: () => () => undefined };
}

const settings = {
  language: 'en',
  theme: 'dark',
  operatorName: 'desk-2',
  keychainLibrary: 'keyring',
  logTable: DEFAULT_LOG_TABLE,
  notifications: 'app',
  textSize: 100,
  privacy: false,
  protectionPutOff: false,
  messageLanguage: null,
  messageChannel: 'telegram',
};

describe('the client', () => {
  it('hands on what the host answered', async () => {
    const client = createClient(answering({ ok: true, value: settings }));
    expect(await client.call('settings.get', {})).toEqual({ ok: true, value: settings });
  });

  it('hands on the host’s failure', async () => {
    const error = { code: 'profile_not_found', detail: null };
    const client = createClient(answering({ ok: false, error }));
    expect(await client.call('settings.get', {})).toEqual({ ok: false, error });
  });

  it.each([{ ok: true, value: { ...settings, extra: 1 } }, { ok: true, value: null }, 'x', null])(
    'does not pass on an answer outside the contract: %j',
    async (reply) => {
      const client = createClient(answering(reply));
      expect(await client.call('settings.get', {})).toMatchObject({
        ok: false,
        error: { code: 'invalid_output' },
      });
    },
  );

  it('says so when the host cannot be reached', async () => {
    const client = createClient({
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
    const client = createClient({
      invoke: async () => null,
      subscribe: (listener) => {
        listener({ name: 'nonsense' });
        listener({ name: 'settings.changed', settings });
        return () => undefined;
      },
    });
    client.onEvent((event) => heard.push(event.name));
    expect(heard).toEqual(['settings.changed']);
  });
});
