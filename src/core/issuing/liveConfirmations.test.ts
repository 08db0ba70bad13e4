import { expect, it } from 'vitest';

import { createLiveConfirmations } from './liveConfirmations.ts';
import { profileOf } from '../testing/builders.ts';

it('is of one live profile as it was shown, and of this run', () => {
  const live = profileOf({ id: 'live-1' });
  const test = profileOf({ id: 'test-1', mode: 'sandbox', baseUrl: 'http://127.0.0.1:1' });
  const { isConfirmed, confirm } = createLiveConfirmations();
  const confirmed = (...all: readonly (typeof live)[]) => all.filter(isConfirmed);
  expect(confirmed(live, test)).toEqual([]);
  confirm(test);
  expect(confirmed(live, test)).toEqual([]);
  confirm(live);
  expect(confirmed(live, test)).toEqual([live]);
  // Another address is another confirmation; back again it is what was confirmed.
  expect(confirmed({ ...live, baseUrl: 'https://elsewhere.example' }, test)).toEqual([]);
  expect(confirmed(live, test)).toEqual([live]);
  expect([live, test].filter(createLiveConfirmations().isConfirmed)).toEqual([]);
});
