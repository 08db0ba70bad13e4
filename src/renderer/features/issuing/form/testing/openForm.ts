import { filledInBy } from '#shared/domain/callback.ts';
import { pastRequestSchema } from '#shared/domain/customer.ts';
import { type Failure, failure as failureOf } from '#shared/domain/failure.ts';
import { type IntentId, intentIdSchema, merchantIdSchema } from '#shared/domain/ids.ts';
import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';

import { type Texts, newDraft } from '../draft.ts';
import {
  type Command,
  type Facts,
  type FormEvent,
  type FormState,
  type SentForm,
  beginForm,
} from '../formState.ts';
import { reduceForm } from '../reduceForm.ts';

const NOW_MS = Date.parse('2026-11-15T10:00:30.000Z');
export const MERCHANT = '11111111-2222-4333-8444-555555555555';
export const LIMITS = limitsSnapshotSchema.parse({
  id: MERCHANT,
  profileId: 'shop',
  readAt: '2026-11-15T10:00:00.000Z',
  recognised: true,
  complaints: [],
  entries: [{ currency: 'RUB', paymentType: 'sbp', min: 10_000, max: 15_000_000 }],
  raw: '',
});
export const PAST = pastRequestSchema.parse({
  intentId: MERCHANT,
  flow: 'create',
  orderId: 'OLD-1',
  customer: 'cust-1',
  phone: null,
  cents: 50_000,
  currency: 'RUB',
  paymentType: 'sbp',
  outcome: 'unknown',
  mayExist: true,
  createdAt: '2026-11-15T09:59:00.000Z',
});
export const UNANSWERED: Failure = { code: 'unanswered_before', past: PAST };
export const REFUSED = failureOf('not_recorded', 'disk full');
export function intent(number: number): IntentId {
  return intentIdSchema.parse(`00000000-2222-4333-8444-${String(number).padStart(12, '0')}`);
}

export const FACTS: Facts = {
  flow: 'create',
  profile: {
    merchant: merchantIdSchema.parse(MERCHANT),
    limitsPolicy: 'enforce',
    confirmAbove: { RUB: minorUnitsSchema.parse(100_000) },
  },
  limits: LIMITS,
  filledIn: filledInBy({ defaultUrls: { callback: null, success: null, reject: null } }, null),
  usual: null,
  isFirstLive: false,
  isOrderFailed: false,
  knownCustomers: new Set(),
  shown: {
    origin: 'https://shop.example',
    merchant: merchantIdSchema.parse(MERCHANT),
    mode: 'sandbox',
  },
  nowMs: NOW_MS,
  nextIntentId: intent(1),
};
export const GOOD: Partial<Texts> = { cents: '500', customer: 'cust-1', order_id: 'A-1' };

/** A form that is sent events one after the other. Its drafts have the intents 0, 1, 2 and so on. */
export function openForm(more: Partial<Facts> = {}) {
  let facts = { ...FACTS, ...more };
  let state = beginForm(newDraft(intent(0), facts.filledIn), facts);
  let intents = 1;
  const done: Command[] = [];
  const form = {
    state: (): FormState => state,
    facts: () => facts,
    send(...events: readonly FormEvent[]): readonly Command[] {
      const before = done.length;
      for (const event of events) {
        const nextIntentId = intent(intents);
        const [next, commands] = reduceForm(state, event, { ...facts, nextIntentId });
        if (next.draft.intentId === nextIntentId) intents += 1;
        state = next;
        done.push(...commands);
      }
      return done.slice(before);
    },
    learn(changed: Partial<Facts>) {
      facts = { ...facts, ...changed };
      return form.send({ type: 'factsChanged' });
    },
    edit: (texts: Partial<Texts> = GOOD) => form.send({ type: 'edited', texts }),
    submit: () => form.send({ type: 'submitted' }),
    /** What was sent last was not issued. */
    refuse(failure: Failure, isKeyboardHere = true) {
      const [sent] = form.sent().slice(-1);
      if (sent === undefined) throw new Error('Nothing was sent');
      return form.send({ type: 'returned', sent: { ...sent, failure }, isKeyboardHere });
    },
    /** Every request that has left the form. */
    sent: (): readonly SentForm[] =>
      done.flatMap((command) => (command.do === 'record' ? [command.sent] : [])),
    records: () => done.filter((command) => command.do === 'record'),
  };
  return form;
}
