import { describe, expect, it } from 'vitest';

import { validUntil } from '#shared/domain/validity.ts';

import { requestOf } from '../../../testing/request.ts';
import { validityAt } from './validity.ts';

const until = validUntil(requestOf(), 20) ?? '';
const at = (clock: string): number => Date.parse(`2026-11-15T${clock}.000Z`);

describe('how long requisites hold', () => {
  it('is counted from when the request was recorded, and not at all where the profile does not say', () => {
    expect(until).toBe('2026-11-15T10:20:00.000Z');
    expect(validUntil(requestOf(), null)).toBeNull();
  });

  it.each([
    ['10:00:01', 'valid', '19:59'],
    ['10:18:59', 'valid', '1:01'],
    ['10:19:00', 'last_minute', '1:00'],
    ['10:19:59', 'last_minute', '0:01'],
    ['10:20:00', 'ended', '0:00'],
    ['11:00:00', 'ended', '0:00'],
    ['08:15:00', 'valid', '2:05:00'],
  ])('at %s is %s, %s left', (clock, state, left) => {
    expect(validityAt(until, at(clock))).toEqual({ until, state, left });
  });
});
