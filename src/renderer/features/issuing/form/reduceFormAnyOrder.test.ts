import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CURRENCIES } from '#shared/domain/currency.ts';
import { depositBodySchema } from '#shared/domain/deposit.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { type FormEvent, readForm } from './formState.ts';
import { GOOD, MERCHANT, REFUSED, UNANSWERED, openForm } from './testing/openForm.ts';

/** What an operator and the desk can do, in any order. `refuse`: what was sent last was not issued. */
type Act =
  | { readonly act: 'send'; readonly event: FormEvent }
  | { readonly act: 'refuse'; readonly failure: Failure };

const flow = fc.constantFrom<FormEvent>(
  { type: 'submitted' },
  { type: 'submitted' },
  { type: 'submitted' },
  { type: 'confirmed' },
  { type: 'repeatConfirmed', orderId: 'OLD-1' },
  { type: 'wentBack' },
  { type: 'factsChanged' },
  { type: 'orderSuggested', orderId: 'D-1' },
);
const edits = fc.constantFrom<FormEvent>(
  { type: 'edited', texts: GOOD },
  { type: 'edited', texts: { cents: '1500', customer: 'cust-2' } },
  { type: 'lineTyped', text: '300 sbp cust-3' },
  { type: 'lineTyped', text: '' },
  { type: 'startedAnew' },
  { type: 'linked', texts: { cents: '700', customer: 'cust-9' } },
  { type: 'nextOrderGiven', orderId: 'N-1' },
);
const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    fc.oneof(flow, edits).map((event): Act => ({ act: 'send', event })),
    fc.record({
      act: fc.constant('refuse' as const),
      failure: fc.constantFrom(UNANSWERED, REFUSED),
    }),
  ),
  { maxLength: 40, size: 'max' },
);

describe('whatever happens in whatever order', () => {
  it('a press sends one request at most, and an intent is sent again only after it was refused', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const form = openForm();
        form.edit();
        const underWay = new Set<IntentId>();
        for (const act of list) {
          const before = form.sent().length;
          const last = form.sent().at(-1);
          if (act.act === 'send') form.send(act.event);
          else if (last !== undefined && underWay.delete(last.form.draft.intentId)) {
            form.refuse(act.failure);
          }
          const sent = form.sent().slice(before);
          expect(sent.length).toBeLessThanOrEqual(act.act === 'send' ? 1 : 0);
          for (const { form: was } of sent) {
            expect(underWay.has(was.draft.intentId)).toBe(false);
            underWay.add(was.draft.intentId);
          }
          // What is under way is never in the form.
          expect(underWay.has(form.state().draft.intentId)).toBe(false);
        }
      }),
    );
  });

  it('an amount put back into the form is read as the same minor units', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom('en' as const, 'ru' as const),
        (cents, currency, language) => {
          const fields = {
            merchant: MERCHANT,
            order_id: 'A-1',
            cents,
            currency,
            payment_type: 'sbp',
            customer: 'cust-1',
          };
          const body = depositBodySchema.parse({ flow: 'create', fields });
          const form = openForm();
          form.send({ type: 'refilled', body, how: 'again', language });
          expect(readForm(form.state(), form.facts()).deposit.fields.cents).toBe(cents);
        },
      ),
    );
  });
});
