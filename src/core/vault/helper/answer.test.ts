import { expect, it } from 'vitest';

import { faultOf } from '../faults.ts';
import { createAnswering } from './answer.ts';

/** What the loader of @napi-rs/keyring says where its binary cannot be loaded. */
const LOADER_WORDS =
  'Cannot find native binding. Please try `npm i` again after removing both package-lock.json and node_modules directory.';

it('a library that cannot be loaded is not available, whatever its loader speaks of', async () => {
  const answer = createAnswering(() => Promise.reject(new Error(LOADER_WORDS)));
  const asked = { id: 1, library: 'keyring', call: 'get', account: 'a', secret: null } as const;
  const said = await answer(asked);
  expect(said.ok ? null : faultOf(said.words)).toBe('unavailable');
});
