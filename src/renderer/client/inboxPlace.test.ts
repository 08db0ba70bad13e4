import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CALLBACKS_TAKEN, EVERY_CALLBACK, callbackFilterSchema } from '#shared/domain/callback.ts';

import { inboxHref, readInboxPlace } from './inboxPlace.ts';

const rest = (href: string): string => href.replace(/^\/inbox\/?/u, '');
const moments = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const filters = fc
  .record({
    profileId: fc.option(
      fc.stringMatching(/^[a-z0-9-]{1,64}$/u).filter((id) => id !== 'constructor'),
    ),
    taken: fc.option(fc.constantFrom(...CALLBACKS_TAKEN)),
    from: fc.option(moments),
    to: fc.option(moments),
  })
  .map((filter) => callbackFilterSchema.parse(filter));

describe('an address of the Inbox', () => {
  it('is as plain as it can be', () => {
    expect(inboxHref(EVERY_CALLBACK)).toBe('/inbox');
    expect(inboxHref(EVERY_CALLBACK, 17)).toBe('/inbox/17');
    expect(inboxHref({ ...EVERY_CALLBACK, taken: 'apart' })).toBe('/inbox/of/~apart~~');
  });

  it('is read as what it was made of', () => {
    fc.assert(
      fc.property(filters, fc.option(fc.integer({ min: 1 })), (filter, seq) => {
        expect(readInboxPlace(rest(inboxHref(filter, seq)))).toEqual({ filter, seq });
      }),
    );
  });

  it.each(['of/sandbox', 'of/~nonsense~~', 'of/~~99999999999999999999~', 'x', '0'])(
    'shows everything where it cannot be meant: %s',
    (text) => {
      expect(readInboxPlace(text)).toEqual({ filter: EVERY_CALLBACK, seq: null });
    },
  );
});
