import { expect, it } from 'vitest';

import { afternoonZone } from './afternoonZone.ts';

it.each(Array.from({ length: 24 }, (_, hour) => hour))('is afternoon at %i:59 UTC', (hour) => {
  const now = new Date(Date.UTC(2026, 10, 15, hour, 59));
  const timeZone = afternoonZone(now);
  const there = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(now);
  expect(there).toBe('14:59');
});
