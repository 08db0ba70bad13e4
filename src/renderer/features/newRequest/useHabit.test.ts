import { describe, expect, it } from 'vitest';

import { requestOf } from '../../testing/request.ts';
import { habitOf } from './useHabit.ts';

describe('what is used to being chosen', () => {
  it('is that of the newest request of the same kind, and nothing where there is none', () => {
    const requests = [requestOf({}, 2), requestOf({}, 1)];
    expect(habitOf(requests, 'create')).toEqual({ currency: 'RUB', paymentType: 'sbp' });
    expect(habitOf(requests, 'build')).toBeNull();
    expect(habitOf([], 'create')).toBeNull();
  });
});
