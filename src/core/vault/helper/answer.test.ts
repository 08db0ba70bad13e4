import { expect, it } from 'vitest';

import { faultOf } from '../faults.ts';
import { answered } from '../../threads/messages.ts';
import { createKeychainApi } from './answer.ts';

/** What the loader of @napi-rs/keyring says where its binary cannot be loaded. */
const LOADER_WORDS =
  'Cannot find native binding. Please try `npm i` again after removing both package-lock.json and node_modules directory.';

it('a library that cannot be loaded is not available, whatever its loader speaks of', async () => {
  const api = createKeychainApi(() => Promise.reject(new Error(LOADER_WORDS)));
  const said = await answered(api, { id: 1, name: 'get', args: ['keyring', 'a'] });
  expect(said.ok ? null : faultOf(said.error)).toBe('unavailable');
});
