import tls from 'node:tls';

import { afterEach, expect, it, vi } from 'vitest';

import { TEST_CERTIFICATE } from '../testing/certificate.ts';
import { createTrust } from './trust.ts';

afterEach(() => vi.restoreAllMocks());

const NOBODY = new AbortController().signal;
/** Generous: a limit for what hangs. */
const LONG_MS = 20_000;

/** What each context trusts, in order. */
function trustedBy() {
  const create = vi.spyOn(tls, 'createSecureContext');
  return () => create.mock.calls.map(([options]) => [options?.ca ?? []].flat());
}

it('reads the system’s certificates in a thread, never in the one that draws the window', async () => {
  const expected = tls.getCACertificates('system');
  const listed = vi.spyOn(tls, 'getCACertificates');
  const trusted = trustedBy();
  await createTrust().context(LONG_MS, NOBODY);
  expect(listed.mock.calls).toEqual([['default']]);
  expect(trusted()[0]?.slice(-expected.length)).toEqual(expected);
});

it('reads them once, ahead where it is told to', async () => {
  const read = vi.fn(async () => [TEST_CERTIFICATE]);
  const trust = createTrust(read);
  const changed = vi.fn();
  trust.onChange(changed);
  trust.warmUp();
  trust.warmUp();
  expect(read).toHaveBeenCalledTimes(1);
  const first = await trust.context(LONG_MS, NOBODY);
  expect(await trust.context(LONG_MS, NOBODY)).toBe(first);
  expect(read).toHaveBeenCalledTimes(1);
  expect(changed).not.toHaveBeenCalled();
});

it('trusts fewer where they do not come in time, and all of them once they are there', async () => {
  const trusted = trustedBy();
  let arrive: (read: readonly string[]) => void = () => undefined;
  const trust = createTrust(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  const changed = vi.fn();
  trust.onChange(changed);
  await trust.context(1, NOBODY);
  const closing = new AbortController();
  const interrupted = trust.context(LONG_MS, closing.signal);
  closing.abort();
  await interrupted;
  expect(changed).not.toHaveBeenCalled();
  arrive([TEST_CERTIFICATE]);
  await trust.context(LONG_MS, NOBODY);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(trusted().map((ca) => ca.includes(TEST_CERTIFICATE))).toEqual([false, false, true]);
});

it('trusts Node’s own where the system’s cannot be listed', async () => {
  const trusted = trustedBy();
  await createTrust(() => Promise.reject(new Error('no'))).context(LONG_MS, NOBODY);
  expect(trusted()).toEqual([tls.getCACertificates('default')]);
});
