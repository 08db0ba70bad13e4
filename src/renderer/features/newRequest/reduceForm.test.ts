import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CURRENCIES } from '#shared/domain/currency.ts';
import { pastRequestSchema } from '#shared/domain/customer.ts';
import { depositBodySchema } from '#shared/domain/deposit.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type IntentId, intentIdSchema, merchantIdSchema } from '#shared/domain/ids.ts';
import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';

import { type Texts, filledInBy, newDraft } from './draft.ts';
import {
  type Command,
  type Facts,
  type FormEvent,
  type FormState,
  beginForm,
  isAsked,
  isPending,
  readForm,
} from './formState.ts';
import { reduceForm } from './reduceForm.ts';

const NOW_MS = Date.parse('2026-11-15T10:00:30.000Z');
const MERCHANT = '11111111-2222-4333-8444-555555555555';
const LIMITS = limitsSnapshotSchema.parse({
  id: MERCHANT,
  profileId: 'shop',
  readAt: '2026-11-15T10:00:00.000Z',
  recognised: true,
  entries: [{ currency: 'RUB', paymentType: 'sbp', min: 10_000, max: 15_000_000 }],
  raw: '',
});
const PAST = pastRequestSchema.parse({
  intentId: MERCHANT,
  flow: 'create',
  orderId: 'OLD-1',
  customer: 'cust-1',
  phone: null,
  cents: 50_000,
  currency: 'RUB',
  paymentType: 'sbp',
  outcome: 'unknown',
  createdAt: '2026-11-15T09:59:00.000Z',
});
const UNANSWERED: Failure = { code: 'unanswered_before', past: PAST };
const REFUSED = failure('not_recorded', 'disk full');
const FACTS: Facts = {
  flow: 'create',
  profile: {
    merchant: merchantIdSchema.parse(MERCHANT),
    limitsPolicy: 'enforce',
    confirmAbove: { RUB: minorUnitsSchema.parse(100_000) },
  },
  limits: LIMITS,
  filledIn: filledInBy({ defaultUrls: { callback: null, success: null, reject: null } }),
  usual: null,
  isFirstLive: false,
  isOrderFailed: false,
  nowMs: NOW_MS,
};
const GOOD: Partial<Texts> = { cents: '500', customer: 'cust-1', order_id: 'A-1' };

function intent(number: number): IntentId {
  return intentIdSchema.parse(`00000000-2222-4333-8444-${String(number).padStart(12, '0')}`);
}

/** A form that is sent events one after the other. */
function openForm(more: Partial<Facts> = {}, kept = { keys: '', aside: '' }) {
  let facts = { ...FACTS, ...more };
  let state = beginForm(
    { ...kept, draft: newDraft(intent(0), facts.filledIn), isRecording: false, isAttempted: false },
    facts,
  );
  let intents = 0;
  const done: Command[] = [];
  const form = {
    state: (): FormState => state,
    facts: () => facts,
    send(...events: readonly FormEvent[]): readonly Command[] {
      const before = done.length;
      for (const event of events) {
        const [next, commands] = reduceForm(state, event, facts);
        state = next;
        done.push(...commands);
      }
      return done.slice(before);
    },
    learn(changed: Partial<Facts>) {
      facts = { ...facts, ...changed };
      return form.send({ type: 'factsChanged' });
    },
    fill: (texts: Partial<Texts> = GOOD) => form.send({ type: 'edited', texts }),
    submit: () => form.send({ type: 'submitted' }),
    type: (keys: string) => form.send({ type: 'typedAhead', keys: state.ahead.keys + keys }),
    recorded(isKeyboardHere = true) {
      intents += 1;
      return form.send({ type: 'recorded', nextIntentId: intent(intents), isKeyboardHere });
    },
    records: () => done.filter((command) => command.do === 'record'),
  };
  return form;
}

const doing = (commands: readonly Command[]) => commands.map((command) => command.do);
const spots = (commands: readonly Command[]) =>
  commands.flatMap((command) => (command.do === 'focus' ? [command.spot] : []));

describe('submitting', () => {
  it('records the request as it stands, once', () => {
    const form = openForm();
    form.fill();
    expect(doing(form.submit())).toEqual(['forgetAttempt', 'record']);
    expect(form.submit()).toEqual([]);
    expect(form.records()).toMatchObject([
      { intentId: intent(0), deposit: { fields: { cents: 50_000, customer: 'cust-1' } } },
    ]);
  });

  it('waits for the order id, and checks without one where the desk has none', () => {
    const form = openForm();
    form.fill({ cents: '500', customer: 'cust-1' });
    expect(form.submit()).toEqual([]);
    expect(form.state().phase.name).toBe('awaitingOrder');
    expect(doing(form.send({ type: 'orderSuggested', orderId: 'D-1' }))).toContain('record');

    const without = openForm();
    without.fill({ cents: '500', customer: 'cust-1' });
    without.submit();
    expect(spots(without.learn({ isOrderFailed: true }))).toEqual(['order_id']);
    expect(without.state()).toMatchObject({ phase: { name: 'editing' }, submitted: true });
  });

  it('is refused with the keyboard in the first faulty field, unfolding "More" for it', () => {
    const form = openForm();
    form.fill({ ...GOOD, callback_url: 'shop' });
    expect(spots(form.submit())).toEqual(['callback_url']);
    expect(form.state()).toMatchObject({ moreOpen: true, phase: { name: 'editing' } });
    form.fill({ cents: '1' });
    expect(spots(form.submit())).toEqual(['cents']);
    expect(form.records()).toEqual([]);
  });

  it('is refused while the line above was not understood', () => {
    const form = openForm();
    form.fill();
    form.send({ type: 'lineTyped', text: '500 rub kzt cust-1' });
    expect(spots(form.submit())).toEqual(['quick']);
    expect(form.state().line.wasRefused).toBe(true);
  });

  it('takes no edits while the request is being recorded', () => {
    const form = openForm();
    form.fill();
    form.submit();
    const { draft } = form.state();
    form.fill({ cents: '9' });
    form.send({ type: 'lineTyped', text: '9' }, { type: 'tidied', field: 'cents', text: '9' });
    expect(form.state().draft).toBe(draft);
  });
});

describe('a question', () => {
  it('is asked above the threshold and for the first live request, and answered once', () => {
    const form = openForm({ isFirstLive: true });
    form.fill({ ...GOOD, cents: '1500' });
    expect(doing(form.submit())).toEqual(['forgetAttempt']);
    expect(form.state().phase).toMatchObject({
      name: 'confirming',
      threshold: 100_000,
      isFirstLive: true,
    });
    form.send({ type: 'confirmed' }, { type: 'confirmed' });
    expect(form.records()).toMatchObject([{ confirmLive: true, repeat: undefined }]);
  });

  it('goes for good once the request says something else', () => {
    const form = openForm();
    form.fill({ ...GOOD, cents: '1500' });
    form.submit();
    form.fill({ cents: '150' });
    form.fill({ cents: '1500' });
    expect(form.state().phase.name).toBe('editing');
    form.send({ type: 'confirmed' });
    expect(form.records()).toEqual([]);
  });

  it('about an earlier request without an answer takes its order id as typed', () => {
    const form = openForm();
    form.fill();
    form.submit();
    form.send({ type: 'failed', failure: UNANSWERED });
    expect(form.state().phase).toMatchObject({ name: 'repeating', past: PAST });
    form.send({ type: 'repeatConfirmed', orderId: 'OLD-1' });
    expect(form.records().at(-1)).toMatchObject({
      repeat: { of: PAST.intentId, confirmation: 'OLD-1' },
    });
  });

  it('is only a notice where the screen was left meanwhile', () => {
    const form = openForm();
    form.fill();
    form.send({ type: 'failed', failure: UNANSWERED });
    expect(form.state()).toMatchObject({ phase: { name: 'editing' }, failure: UNANSWERED });
  });
});

describe('after the answer of the desk', () => {
  it('the form is free for the next customer, where the last request was begun', () => {
    const form = openForm();
    form.send({ type: 'scenarioChosen', scenario: 'slow' });
    form.fill();
    form.submit();
    expect(spots(form.recorded())).toEqual(['cents']);
    expect(form.state()).toMatchObject({
      draft: { intentId: intent(1), texts: { cents: '', customer: '', order_id: '' } },
      phase: { name: 'editing' },
      scenario: 'plain',
      submitted: false,
    });
  });

  it('a failure keeps the fields, and what core refused stands until its field is edited', () => {
    const form = openForm();
    form.fill();
    form.submit();
    const { draft } = form.state();
    const faults = [{ field: 'cents', code: 'above_maximum', force: 'refuse', limit: 1 }] as const;
    const failed: Failure = { code: 'invalid_fields', faults: [...faults] };
    expect(spots(form.send({ type: 'failed', failure: failed }))).toEqual(['cents']);
    expect(form.state()).toMatchObject({ draft, coreFaults: faults, failure: failed });
    form.fill({ cents: '400' });
    expect(form.state().coreFaults).toEqual([]);
  });

  it('a draft that was recorded before a reload makes room, one that was changed since stays', () => {
    const body = depositBodySchema.parse({
      flow: 'create',
      fields: {
        merchant: MERCHANT,
        order_id: 'A-1',
        cents: 50_000,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-1',
      },
    });
    const found = { type: 'foundRecorded', body, nextIntentId: intent(9) } as const;
    const same = openForm();
    same.fill();
    same.send(found);
    expect(same.state().draft).toMatchObject({ intentId: intent(9), texts: { cents: '' } });
    const other = openForm();
    other.fill({ ...GOOD, customer: 'cust-2' });
    other.send(found);
    expect(other.state().draft).toMatchObject({
      intentId: intent(9),
      texts: { customer: 'cust-2', order_id: '' },
    });
    const own = openForm();
    own.fill();
    own.submit();
    own.send(found);
    expect(own.state().draft.intentId).toBe(intent(0));
  });
});

describe('keys typed ahead', () => {
  it('are the next request, issued where Enter ended it', () => {
    const form = openForm();
    form.fill();
    form.submit();
    form.type('200 cust-2\n300');
    form.recorded();
    expect(form.state()).toMatchObject({
      phase: { name: 'awaitingOrder' },
      ahead: { keys: '300' },
      draft: { texts: { cents: '200', customer: 'cust-2' } },
    });
    form.send({ type: 'orderSuggested', orderId: 'D-2' });
    expect(form.records()).toHaveLength(2);
  });

  it('are set aside in the line when the request came to nothing, and not issued with it', () => {
    const form = openForm();
    form.fill();
    form.submit();
    form.type('200 cust-2\n');
    form.send({ type: 'failed', failure: REFUSED });
    expect(form.state().line).toMatchObject({ text: '200 cust-2 ', isAside: true });
    expect(form.state().draft.texts).toMatchObject(GOOD);
    expect(spots(form.submit())).toEqual(['quick']);
  });

  it('during a question are shown after it, never issued', () => {
    const form = openForm();
    form.fill({ ...GOOD, cents: '1500' });
    form.submit();
    form.type('200 cust-2\n');
    form.send({ type: 'confirmed' });
    form.recorded();
    expect(form.state()).toMatchObject({
      phase: { name: 'editing' },
      line: { text: '200 cust-2 ', isAside: false },
    });
    expect(form.records()).toHaveLength(1);
  });

  it('that were kept while the screen was left are in the line', () => {
    const form = openForm({}, { keys: '200 cust-2', aside: '' });
    form.learn({});
    expect(form.state()).toMatchObject({
      line: { text: '200 cust-2', isAside: true },
      ahead: { keys: '' },
    });
  });
});

it('limits that arrive late read the line anew', () => {
  const form = openForm({ limits: null });
  form.send({ type: 'lineTyped', text: '500 newpay' });
  expect(form.state().draft.texts).toMatchObject({ customer: 'newpay' });
  const entries = [{ ...LIMITS.entries[0], paymentType: 'newpay' }];
  form.learn({ limits: limitsSnapshotSchema.parse({ ...LIMITS, entries }) });
  expect(form.state().draft.texts).toMatchObject({ customer: '', payment_type: 'newpay' });
});

it('a restored draft does not replace one that was begun', () => {
  const { filledIn } = FACTS;
  const saved = newDraft(intent(7), filledIn);
  const draft = { ...saved, texts: { ...saved.texts, customer: 'cust-7' } };
  const form = openForm();
  form.send({ type: 'restored', draft });
  expect(form.state()).toMatchObject({ draft, restored: draft });
  const begun = openForm();
  begun.fill();
  begun.send({ type: 'restored', draft });
  expect(begun.state().draft.texts).toMatchObject(GOOD);
});

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

/** Runs the acts; gives every token that was typed ahead. */
function run(form: ReturnType<typeof openForm>, list: readonly Act[]): readonly string[] {
  const tokens: string[] = [];
  for (const act of list) {
    const state = form.state();
    if (act.act === 'send') form.send(act.event);
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
        form.fill();
        const recordedIntents = new Set<IntentId>();
        for (const act of list) {
          const { phase, draft } = form.state();
          const before = form.records().length;
          run(form, [act]);
          const sent = form.records().slice(before);
          expect(sent.length).toBeLessThanOrEqual(phase.name === 'recording' ? 0 : 1);
          if (sent.length > 0) expect(form.state().phase.name).toBe('recording');
          for (const command of sent) expect(recordedIntents.has(command.intentId)).toBe(false);
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
        form.fill();
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
        fc.constantFrom('en' as const, 'ru' as const, 'uz' as const),
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
