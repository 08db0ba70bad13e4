import { expect, it } from 'vitest';

import type { StartHelper } from './helper/messages.ts';
import { noteAbandoned, openKeychains } from './keychains.ts';

/** A thread that answers nothing and cannot be ended. */
const stuck: StartHelper = ({ onAbandoned }) => ({
  post: () => undefined,
  async end() {
    onAbandoned?.();
  },
});

it('the journal says which thread was left inside the keychain, also before the journal was open', async () => {
  const notes: unknown[] = [];
  const opened = openKeychains(stuck, 1);
  const read = () => opened.keychains.keyring.read('profile');
  expect(await read()).toMatchObject({ ok: false });
  noteAbandoned(opened, { note: (what, facts) => notes.push({ what, ...facts }) });
  const line = { what: 'thread_not_ended', thread: 'keychain' };
  expect(notes).toEqual([line]);
  expect(await read()).toMatchObject({ ok: false });
  expect(notes).toEqual([line, line]);
  await opened.close();
});
