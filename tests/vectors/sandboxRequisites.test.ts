import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { LIMITS } from '../../src/sandbox/limits.ts';
import { requisitesFor } from '../../src/sandbox/paymentData.ts';
import { hiddenCharacters } from '../../src/shared/domain/hiddenCharacters.ts';
import { requisiteFaults } from '../../src/shared/domain/requisiteChecks.ts';

/** Whoever learns the desk in the sandbox must not learn to overlook its warnings. */
it('requisites of the sandbox are under prefixes of nobody, and yet warn of nothing', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom(...LIMITS), (id, { currency, payment_type: type }) => {
      if (type === 'uzs_select') return;
      const data = requisitesFor(type, { id, order_id: 'D-1115-0001' });
      expect(requisiteFaults(data, { currency, paymentType: type })).toEqual([]);
      expect(Object.values(data).flatMap(hiddenCharacters)).toEqual([]);
    }),
  );
});
