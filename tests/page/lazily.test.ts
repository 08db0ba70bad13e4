import { expect, test } from 'vitest';
import { z } from 'zod';

import { lazily } from '../../scripts/build/lazily.ts';

test('what is made lazily is made once, when it is first asked, and is then as good as itself', () => {
  let times = 0;
  const lazy: object = lazily(() => {
    times += 1;
    return z.enum(['create', 'build']);
  });
  expect(times).toBe(0);
  expect(lazy).toBeInstanceOf(z.ZodType);
  if (!(lazy instanceof z.ZodType)) return;
  // In a schema of its own, as one of the page's would hold another's.
  const flow = z.strictObject({ flow: lazy.optional() });
  expect(flow.safeParse({ flow: 'build' }).success).toBe(true);
  expect(flow.safeParse({}).success).toBe(true);
  expect(flow.safeParse({ flow: 'other' }).success).toBe(false);
  expect(z.array(lazy).parse(['create'])).toEqual(['create']);
  expect(times).toBe(1);
});
