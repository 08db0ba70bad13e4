import { expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '../dialect/presets.ts';
import { profileSetUpSchema } from './profile.ts';

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
