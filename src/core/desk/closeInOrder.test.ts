import { expect, test } from 'vitest';

import { closeInOrder } from './closeInOrder.ts';

test('everything is closed in its order, once, and what is not closed yet is known by name', async () => {
  const done: string[] = [];
  let finish = (): void => undefined;
  const hanging = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const inner = closeInOrder(() => [
    { name: 'log', close: () => hanging },
    { name: 'journal', close: () => void done.push('journal') },
  ]);
  const all = closeInOrder(() => [
    { name: 'listener', close: () => void done.push('listener') },
    { name: 'services', ...inner },
    { name: 'hold', close: () => void done.push('hold') },
  ]);
  expect(all.stillOpen()).toEqual(['listener', 'log', 'journal', 'hold']);
  const closed = all.close();
  expect(all.close()).toBe(closed);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect([done, all.stillOpen()]).toEqual([['listener'], ['log', 'journal', 'hold']]);
  finish();
  await closed;
  expect([done, all.stillOpen()]).toEqual([['listener', 'journal', 'hold'], []]);
});

test('one that fails keeps nobody else open, and is told', async () => {
  const done: string[] = [];
  const { close, stillOpen } = closeInOrder(() => [
    { name: 'log', close: () => Promise.reject(new Error('disk')) },
    { name: 'hold', close: () => void done.push('hold') },
  ]);
  await expect(close()).rejects.toThrow('disk');
  expect([done, stillOpen()]).toEqual([['hold'], []]);
});
