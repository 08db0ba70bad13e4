import { describe, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';
import { OPERATION_NAMES } from '#shared/contract/operations.ts';

import { type Operations, createDispatch } from './dispatch.ts';
import { ACTOR, PAGE } from './testing/builders.ts';

const unused = async () => err(failure('request_not_found'));
function isWhole(operations: object): operations is Operations {
  return OPERATION_NAMES.every((name) => name in operations);
}

function dispatchWith(operations: Partial<Operations>) {
  const bugs: unknown[] = [];
  const none = Object.fromEntries(OPERATION_NAMES.map((name) => [name, unused]));
  const all = { ...none, ...operations };
  if (!isWhole(all)) throw new Error('An operation has no function.');
  const dispatch = createDispatch(
    all,
    async () => ok(ACTOR),
    (text) => text.replaceAll('topsecret', '•'),
    (error) => bugs.push(error),
  );
  return { dispatch, bugs };
}

describe('dispatch', () => {
  it.each(['', 'nope', 'toString', '__proto__', 'constructor'])(
    'knows no operation %j',
    async (name) => {
      const { dispatch } = dispatchWith({});
      expect(await dispatch(PAGE, name, {})).toMatchObject({
        error: { code: 'unknown_operation' },
      });
    },
  );

  it('checks the input of every operation before its function sees it', async () => {
    const { dispatch, bugs } = dispatchWith({});
    for (const name of OPERATION_NAMES) {
      for (const input of [undefined, null, 7, [], { surprise: 1 }]) {
        expect(await dispatch(PAGE, name, input)).toMatchObject({
          error: { code: 'invalid_input' },
        });
      }
    }
    expect(bugs).toEqual([]);
  });

  it('refuses a key that zod would leave out of a record without a word', async () => {
    const { dispatch } = dispatchWith({});
    const text = '{"id":null,"setUp":{"confirmAbove":{"RUB":1,"__proto__":{"UZS":1}}}}';
    expect(await dispatch(PAGE, 'profile.save', JSON.parse(text))).toMatchObject({
      error: { code: 'invalid_input', detail: 'a key that no input has' },
    });
  });

  it('checks the output', async () => {
    const { dispatch, bugs } = dispatchWith({
      'app.info': async () =>
        ok({
          version: '1',
          host: { kind: 'electron', live: true },
          dataDir: '/',
          updates: { state: 'off' },
          setAside: [],
          extra: 1,
        }),
    });
    const reply = await dispatch(PAGE, 'app.info', {});
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_output' } });
    expect(bugs).toHaveLength(1);
  });

  it('lets nothing through that the output schema does not name', async () => {
    const leaky = { orderId: 'A', secret: 'topsecret' };
    const { dispatch } = dispatchWith({ 'order.suggest': async () => ok(leaky) });
    const reply = await dispatch(PAGE, 'order.suggest', { profileId: 'sandbox', flow: 'create' });
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_output' } });
    expect(JSON.stringify(reply)).not.toContain('topsecret');
  });

  it('turns a throw into internal, without secrets, and reports the bug', async () => {
    const bug = new Error('broke on topsecret');
    const { dispatch, bugs } = dispatchWith({
      'settings.get': () => {
        throw bug;
      },
      'profile.choose': unused,
      'profile.list': () => Promise.reject(bug),
    });
    for (const name of ['settings.get', 'profile.list']) {
      expect(await dispatch(PAGE, name, {})).toEqual({
        ok: false,
        error: { code: 'internal', detail: 'Error: broke on •' },
      });
    }
    expect(bugs).toEqual([bug, bug]);
  });
});
