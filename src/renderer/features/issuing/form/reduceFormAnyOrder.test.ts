import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CURRENCIES } from '#shared/domain/currency.ts';
import { depositBodySchema } from '#shared/domain/deposit.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { type FormEvent, isAsked, isPending, readForm } from './formState.ts';
import { GOOD, MERCHANT, REFUSED, UNANSWERED, intent, openForm } from './testing/openForm.ts';

/** What an operator and the desk can do, in any order. `answer` happens only while a request is being recorded. */
type Act =
  | { readonly act: 'send'; readonly event: FormEvent }
  | { readonly act: 'type'; readonly enter: boolean; readonly amount: string }
  | { readonly act: 'answer'; readonly failure: Failure | null; readonly isKeyboardHere: boolean };

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
  { type: 'startedAnew', nextIntentId: intent(500) },
  { type: 'linked', texts: { cents: '700', customer: 'cust-9' }, nextIntentId: intent(501) },
  { type: 'nextOrderGiven', orderId: 'N-1' },
);
const acts = (events: fc.Arbitrary<FormEvent>): fc.Arbitrary<Act[]> =>
  fc.array(
    fc.oneof(
      events.map((event): Act => ({ act: 'send', event })),
      fc.record({
        act: fc.constant('type' as const),
        enter: fc.boolean(),
        amount: fc.constantFrom('', '200', '1500'),
      }),
      fc.record({
        act: fc.constant('answer' as const),
        failure: fc.constantFrom(null, UNANSWERED, REFUSED),
        isKeyboardHere: fc.boolean(),
      }),
    ),
    { maxLength: 40, size: 'max' },
  );

let intents = 500;

/** The desk gives every new draft an intent of its own. */
function withOwnIntent(event: FormEvent): FormEvent {
  const isNew = event.type === 'startedAnew' || event.type === 'linked';
  return isNew ? { ...event, nextIntentId: intent(++intents) } : event;
}

/** Runs the acts; gives every token that was typed ahead. */
function run(form: ReturnType<typeof openForm>, list: readonly Act[]): readonly string[] {
  const tokens: string[] = [];
  for (const act of list) {
    const state = form.state();
    if (act.act === 'send') form.send(withOwnIntent(act.event));
    else if (act.act === 'type' && (isPending(state) || isAsked(state))) {
      const token = `t${tokens.length}x`;
      tokens.push(token);
      form.type(` ${act.amount} ${token}${act.enter ? '\n' : ''}`);
    } else if (act.act === 'answer' && state.phase.name === 'recording') {
      if (act.failure === null) form.recorded(act.isKeyboardHere);
      else form.send({ type: 'failed', failure: act.failure });
    }
  }
  return tokens;
}

describe('whatever happens in whatever order', () => {
  it('no request is sent while another is on its way, and none twice', () => {
    fc.assert(
      fc.property(acts(fc.oneof(flow, edits)), (list) => {
        const form = openForm();
        form.edit();
        const recordedIntents = new Set<IntentId>();
        for (const act of list) {
          const { phase, draft } = form.state();
          const before = form.records().length;
          run(form, [act]);
          const sent = form.records().slice(before);
          expect(sent.length).toBeLessThanOrEqual(phase.name === 'recording' ? 0 : 1);
          expect(sent.filter(({ intentId }) => recordedIntents.has(intentId))).toEqual([]);
          const isRecorded = act.act === 'answer' && act.failure === null;
          if (isRecorded && phase.name === 'recording') recordedIntents.add(draft.intentId);
        }
      }),
    );
  });

  it('no key typed ahead is lost: it waits, stands in a field or the line, or was sent', () => {
    fc.assert(
      fc.property(acts(flow), (list) => {
        const form = openForm();
        form.edit();
        const tokens = run(form, list);
        const { ahead, line, draft } = form.state();
        const sent = form.records().map(({ deposit }) => deposit);
        const places = JSON.stringify([ahead.keys, line.text, draft.texts, sent]);
        for (const token of tokens) expect(places).toContain(token);
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
          const nextIntentId = intent(1);
          form.send({ type: 'refilled', body, how: 'again', nextIntentId, language });
          expect(readForm(form.state(), form.facts()).deposit.fields.cents).toBe(cents);
        },
      ),
    );
  });
});
