import { expect, it } from 'vitest';

import { ok } from '#shared/domain/result.ts';

import { createLiveConfirmations, liveHandlers } from './liveConfirmations.ts';
import { profileOf } from '../testing/builders.ts';

it('is of one live profile as it was shown, and of this run', async () => {
  const live = profileOf({ id: 'live-1' });
  const test = profileOf({ id: 'test-1', mode: 'sandbox', baseUrl: 'http://127.0.0.1:1' });
  let all = [live, test];
  const open = () => {
    const find = (id: string) => ok(all.find((profile) => profile.id === id) ?? live);
    const profiles = { list: () => all, findInUse: find };
    return liveHandlers({ profiles, liveConfirmations: createLiveConfirmations() });
  };
  const handlers = open();
  const confirmed = () => handlers['profile.confirmedLive']({});
  expect(await confirmed()).toEqual(ok([]));
  expect(await handlers['profile.confirmLive']({ profileId: test.id })).toEqual(ok([]));
  expect(await handlers['profile.confirmLive']({ profileId: live.id })).toEqual(ok([live.id]));
  // Another address is another confirmation; back again it is what was confirmed.
  all = [{ ...live, baseUrl: 'https://elsewhere.example' }, test];
  expect(await confirmed()).toEqual(ok([]));
  all = [live, test];
  expect(await confirmed()).toEqual(ok([live.id]));
  expect(await open()['profile.confirmedLive']({})).toEqual(ok([]));
});
