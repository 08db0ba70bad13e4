import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { within } from './within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => undefined);

it('gives what the work gives, and keeps no timer', async () => {
  expect(await within(Promise.resolve('done'), { ms: 1000 }, () => 'late')).toBe('done');
  await expect(
    within(Promise.reject(new Error('broken')), { ms: 1000 }, () => 'late'),
  ).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

it('is late after its time, and the rejection of the work after that ends nothing', async () => {
  const late = vi.fn(() => 'late');
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<string>((_, reject) => {
    fail = reject;
  });
  const answer = within(work, { ms: 1000 }, late);
  await vi.advanceTimersByTimeAsync(999);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe('late');
  fail(new Error('too late'));
  await vi.advanceTimersByTimeAsync(0);
});

it('is late when the signal is aborted, also before it began', async () => {
  const stop = new AbortController();
  const answer = within(never, { signal: stop.signal }, () => 'aborted');
  stop.abort();
  expect(await answer).toBe('aborted');
  expect(await within(Promise.resolve('done'), { signal: stop.signal }, () => 'aborted')).toBe(
    'aborted',
  );
});

it('passes on what `late` throws', async () => {
  const refuse = (): never => {
    throw new Error('cancelled');
  };
  await expect(within(never, { signal: AbortSignal.abort() }, refuse)).rejects.toThrow('cancelled');
});
