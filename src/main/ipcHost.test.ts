import { describe, expect, test } from 'vitest';

import type { Caller } from '#core/ports.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import { MAX_INPUT_BYTES, inputCap } from '#shared/contract/operations.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { EVENT_CHANNEL, OPERATION_CHANNEL_PREFIX } from '#shared/contract/bridge.ts';
import { OPERATION_NAMES } from '#shared/contract/operations.ts';

import { isPlainWithin } from './inputSize.ts';
import { MAIN_ASKS, type OperationChannels, handleOperations, pushEvents } from './ipcHost.ts';
import { FOREIGN } from './testing/addresses.ts';

type Handler = Parameters<OperationChannels['handle']>[1];
type Frame = { readonly url: string; readonly parent: Frame | null; readonly detached: boolean };

const PAGE: Frame = { url: 'app://desk/#/log', parent: null, detached: false };

function host() {
  const handlers = new Map<string, Handler>();
  const dispatched: string[] = [];
  const stop = handleOperations(
    {
      handle: (channel, handler) => void handlers.set(channel, handler),
    },
    async (_caller, name) => {
      dispatched.push(name);
      return { ok: true, value: null };
    },
  );
  const callIn =
    (mainFrame: Frame) =>
    (name: string, senderFrame: Frame | null, ...inputs: readonly unknown[]): unknown =>
      handlers.get(`${OPERATION_CHANNEL_PREFIX}${name}`)?.(
        { sender: { id: 1, mainFrame }, senderFrame },
        ...inputs,
      );
  return { handlers, dispatched, stop, call: callIn(PAGE), callIn };
}

describe('every operation', () => {
  const within: unknown[] = [];
  within.push(within);
  const holes: unknown[] = [];
  holes.length = 4e9;

  test.each<readonly [string, Frame | null, readonly unknown[], string]>([
    ['no frame', null, [{}], 'not_authorised'],
    ['a frame inside the page', { ...PAGE, parent: PAGE }, [{}], 'not_authorised'],
    ['a frame taken out of its page', { ...PAGE, detached: true }, [{}], 'not_authorised'],
    ['a file beside the page', { ...PAGE, url: 'app://desk/a.js' }, [{}], 'not_authorised'],
    ...FOREIGN.map((url) => [url, { ...PAGE, url }, [{}], 'not_authorised'] as const),
    ['something oversize', PAGE, [{ text: 'x'.repeat(14_000_000) }], 'invalid_input'],
    ['a list of holes', PAGE, [{ list: holes }], 'invalid_input'],
    ['a value that holds itself', PAGE, [within], 'invalid_input'],
    ['a map', PAGE, [new Map([['a', 1]])], 'invalid_input'],
    ['bytes', PAGE, [{ bytes: new Uint8Array(1) }], 'invalid_input'],
    ['a number that is none', PAGE, [{ amount: Number.NaN }], 'invalid_input'],
    ['a big integer', PAGE, [{ amount: 1n }], 'invalid_input'],
    ['two inputs', PAGE, [{}, {}], 'invalid_input'],
  ])('refuses %s before anybody sees the input', async (_what, frame, inputs, code) => {
    const { call, dispatched } = host();
    for (const name of OPERATION_NAMES) {
      expect(await call(name, frame, ...inputs)).toMatchObject({ ok: false, error: { code } });
    }
    expect(dispatched).toEqual([]);
  });

  test('is answered for the page itself, until the desk closes', async () => {
    const { call, dispatched, stop, handlers } = host();
    expect(handlers.size).toBe(OPERATION_NAMES.length);
    const asked = OPERATION_NAMES.filter((name) => !MAIN_ASKS.has(name));
    for (const name of asked) expect(await call(name, PAGE, {})).toHaveProperty('value');
    stop();
    for (const name of OPERATION_NAMES) {
      expect(await call(name, PAGE, {})).toMatchObject({ error: { code: 'internal' } });
    }
    expect(dispatched).toEqual(asked);
  });

  test('is answered for a page that is back after a crash, whose frame stays detached', async () => {
    const { callIn } = host();
    const frame = { ...PAGE, detached: true };
    expect(await callIn(frame)('app.info', frame, {})).toHaveProperty('value');
    const elsewhere = { ...frame, url: 'https://evil.example/' };
    expect(await callIn(elsewhere)('app.info', elsewhere, {})).toMatchObject({
      error: { code: 'not_authorised' },
    });
  });

  test('is not answered where the operator agrees in the system’s own dialog', async () => {
    const { call, dispatched } = host();
    expect([...MAIN_ASKS]).toEqual(['link.confirm']);
    const input = { address: 'https://pay.example/', profileId: 'sandbox' };
    const reply = await call('link.confirm', PAGE, input);
    expect(reply).toMatchObject({ ok: false, error: { code: 'not_authorised' } });
    expect(dispatched).toEqual([]);
  });
});

describe('the size of an input', () => {
  test('counts bytes, keys and places', () => {
    expect(isPlainWithin({ text: 'я'.repeat(40) }, 120)).toBe(true);
    expect(isPlainWithin({ text: 'я'.repeat(40) }, 100)).toBe(false);
    expect(isPlainWithin({ ['k'.repeat(100)]: 1 }, 100)).toBe(false);
    expect(isPlainWithin([[], [], [], []], 100)).toBe(false);
    expect(isPlainWithin({ a: undefined, b: null, c: [true, 1.5, ''] }, 1000)).toBe(true);
    expect(isPlainWithin(undefined, 100)).toBe(true);
  });

  test('is larger only where a whole file comes in', () => {
    expect(inputCap('issue.create')).toBe(MAX_INPUT_BYTES);
    expect(inputCap('profileFile.import')).toBeGreaterThan(4_000_000);
    expect(inputCap('constructor')).toBe(MAX_INPUT_BYTES);
  });
});

describe('events', () => {
  test('go to every window that is still there and may hear them', () => {
    const sent: unknown[] = [];
    const target = (name: string, destroyed: boolean, id = 1) => ({
      webContents: {
        id,
        isDestroyed: () => destroyed,
        send: (channel: string, value: unknown) => sent.push([name, channel, value]),
      },
    });
    const event: DeskEvent = {
      name: 'profile.changed',
      profileId: profileIdSchema.parse('sandbox'),
    };
    let push = (_event: DeskEvent) => {};
    const services = {
      onEvent: (listener: (event: DeskEvent) => void) => {
        push = listener;
        return () => {};
      },
      mayHear: (caller: Caller) => caller.kind === 'page' && caller.pageId !== 'window-2',
    };
    pushEvents(services, () => [
      target('a', false),
      target('gone', true),
      target('locked', false, 2),
      target('b', false),
    ]);
    push(event);
    expect(sent).toEqual([
      ['a', EVENT_CHANNEL, event],
      ['b', EVENT_CHANNEL, event],
    ]);
  });
});
