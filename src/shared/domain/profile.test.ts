import { expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '../dialect/presets.ts';
import { profileSchema, profileSetUpSchema } from './profile.ts';

const setUpWith = (callback: string) => ({
  name: 'Shop',
  mode: 'live',
  baseUrl: 'https://pay.example',
  merchant: '11111111-2222-4333-8444-555555555555',
  dialect: DEFAULT_DIALECT,
  defaultUrls: { callback, success: null, reject: null },
});

it('a default address that no request can carry is not saved', () => {
  expect(profileSetUpSchema.safeParse(setUpWith('https://shop.example/cb')).success).toBe(true);
  expect(profileSetUpSchema.safeParse(setUpWith('https://shop.example/a::b')).success).toBe(false);
  expect(profileSetUpSchema.safeParse(setUpWith('https://[::1]/cb')).success).toBe(false);
});

it('one that was saved before is still read, so that the profile is not lost', () => {
  const stored = { id: 'shop', ...setUpWith('https://shop.example/a::b') };
  expect(profileSchema.safeParse(stored).success).toBe(true);
});
