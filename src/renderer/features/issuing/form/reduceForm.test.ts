import { describe, expect, it } from 'vitest';

import { depositBodySchema } from '#shared/domain/deposit.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { limitsSnapshotSchema } from '#shared/domain/limits.ts';

import { type Texts, newDraft } from './draft.ts';
import type { Command } from './formState.ts';
import {
  FACTS,
  GOOD,
  LIMITS,
  MERCHANT,
  PAST,
  REFUSED,
  UNANSWERED,
  intent,
  openForm,
} from './testing/openForm.ts';

const doing = (commands: readonly Command[]) => commands.map((command) => command.do);
const spots = (commands: readonly Command[]) =>
  commands.flatMap((command) => (command.do === 'focus' ? [command.spot] : []));

describe('submitting', () => {
  it('records the request as it stands, once', () => {
    const form = openForm();
    form.edit();
    expect(doing(form.submit())).toEqual(['forgetAttempt', 'record']);
    expect(form.submit()).toEqual([]);
    expect(form.records()).toMatchObject([
      { intentId: intent(0), deposit: { fields: { cents: 50_000, customer: 'cust-1' } } },
    ]);
  });

  it('waits for the order id, and checks without one where the desk has none', () => {
    const form = openForm();
    form.edit({ cents: '500', customer: 'cust-1' });
    expect(form.submit()).toEqual([]);
    expect(form.state().phase.name).toBe('awaitingOrder');
    expect(doing(form.send({ type: 'orderSuggested', orderId: 'D-1' }))).toContain('record');

    const without = openForm();
    without.edit({ cents: '500', customer: 'cust-1' });
    without.submit();
    expect(spots(without.learn({ isOrderFailed: true }))).toEqual(['order_id']);
    expect(without.state()).toMatchObject({ phase: { name: 'editing' }, submitted: true });
  });

  it('is refused with the keyboard in the first faulty field, unfolding "More" for it', () => {
    const form = openForm();
    form.edit({ ...GOOD, callback_url: 'shop' });
    expect(spots(form.submit())).toEqual(['callback_url']);
    expect(form.state()).toMatchObject({ moreOpen: true, phase: { name: 'editing' } });
    form.edit({ cents: '1' });
    expect(spots(form.submit())).toEqual(['cents']);
    expect(form.records()).toEqual([]);
  });

  it('is refused while the line above was not understood', () => {
    const form = openForm();
    form.edit();
    form.send({ type: 'lineTyped', text: '500 rub kzt cust-1' });
    expect(spots(form.submit())).toEqual(['quick']);
    expect(form.state().line.wasRefused).toBe(true);
  });

  it('takes no edits while the request is being recorded', () => {
    const form = openForm();
    form.edit();
    form.submit();
    const { draft } = form.state();
    form.edit({ cents: '9' });
    form.send({ type: 'lineTyped', text: '9' }, { type: 'tidied', field: 'cents', text: '9' });
    expect(form.state().draft).toBe(draft);
  });
});

describe('a connection is asked for', () => {
  it('with every change of a text, and with nothing else', () => {
    const form = openForm();
    expect(doing(form.edit({ cents: '500' }))).toEqual(['prepare']);
    expect(doing(form.send({ type: 'lineTyped', text: '500 c' }))).toEqual(['prepare']);
    expect(form.edit({ cents: form.state().draft.texts.cents })).toEqual([]);
    expect(form.send({ type: 'tidied', field: 'cents', text: '500.00' })).toEqual([]);
    expect(form.send({ type: 'fieldLeft', field: 'cents' })).toEqual([]);
    expect(doing(form.send({ type: 'focusAsked', spot: 'customer' }))).toEqual(['focus']);
  });

  it('neither while the form is locked nor by the recording itself', () => {
    const form = openForm();
    form.edit();
    form.submit();
    expect(form.edit({ cents: '9' })).toEqual([]);
    expect(form.send({ type: 'lineTyped', text: '9' })).toEqual([]);
    expect(doing(form.recorded())).toEqual(['focus']);
  });
});

describe('a question', () => {
  it('is asked above the threshold and for the first live request, and answered once', () => {
    const form = openForm({ isFirstLive: true });
    form.edit({ ...GOOD, cents: '1500' });
    expect(doing(form.submit())).toEqual(['forgetAttempt']);
    expect(form.state().phase).toMatchObject({
      name: 'confirming',
      threshold: 100_000,
      isFirstLive: true,
    });
    form.send({ type: 'confirmed' }, { type: 'confirmed' });
    expect(form.records()).toMatchObject([{ confirmLive: true, repeat: [] }]);
  });

  it('goes for good once the request says something else', () => {
    const form = openForm();
    form.edit({ ...GOOD, cents: '1500' });
    form.submit();
    form.edit({ cents: '150' });
    form.edit({ cents: '1500' });
    expect(form.state().phase.name).toBe('editing');
    form.send({ type: 'confirmed' });
    expect(form.records()).toEqual([]);
  });

  it('about an earlier request without an answer takes its order id as typed', () => {
    const form = openForm();
    form.edit();
    form.submit();
    form.send({ type: 'failed', failure: UNANSWERED });
    expect(form.state().phase).toMatchObject({
      name: 'repeating',
      question: { why: 'unanswered', past: PAST, isTyped: true },
    });
    form.send({ type: 'repeatConfirmed', orderId: 'OLD-1' });
    expect(form.records().at(-1)).toMatchObject({
      repeat: [{ of: PAST.intentId, confirmation: 'OLD-1' }],
    });
  });

  it('may be followed by another question, whose answer goes with the first', () => {
    const form = openForm();
    form.edit();
    form.submit();
    const past = { ...PAST, intentId: intent(9) };
    const lately = { code: 'issued_before', why: 'same_lately', isTyped: false } as const;
    form.send({ type: 'failed', failure: UNANSWERED });
    form.send({ type: 'repeatConfirmed', orderId: 'OLD-1' });
    form.send({ type: 'failed', failure: { ...lately, past } });
    expect(form.state().phase).toMatchObject({ question: { why: 'same_lately', isTyped: false } });
    form.send({ type: 'repeatConfirmed', orderId: '' });
    expect(form.records().at(-1)).toMatchObject({
      repeat: [
        { of: PAST.intentId, confirmation: 'OLD-1' },
        { of: past.intentId, confirmation: '' },
      ],
    });
    // Another press is another request: nothing of it was answered.
    form.send({ type: 'failed', failure: { ...lately, past } }, { type: 'wentBack' });
    form.submit();
    expect(form.records().at(-1)).toMatchObject({ repeat: [] });
  });

  it('is only a notice where the screen was left meanwhile', () => {
    const form = openForm();
    form.edit();
    form.send({ type: 'failed', failure: UNANSWERED });
    expect(form.state()).toMatchObject({ phase: { name: 'editing' }, failure: UNANSWERED });
  });
});

describe('after the answer of the desk', () => {
  it('the form is free for the next customer, where the last request was begun', () => {
    const form = openForm();
    form.send({ type: 'scenarioChosen', scenario: 'slow' });
    form.edit();
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
    form.edit();
    form.submit();
    const { draft } = form.state();
    const faults = [{ field: 'cents', code: 'above_maximum', force: 'refuse', limit: 1 }] as const;
    const failed: Failure = { code: 'invalid_fields', faults: [...faults] };
    expect(spots(form.send({ type: 'failed', failure: failed }))).toEqual(['cents']);
    expect(form.state()).toMatchObject({ draft, coreFaults: faults, failure: failed });
    form.edit({ cents: '400' });
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
    same.edit();
    same.send(found);
    expect(same.state().draft).toMatchObject({ intentId: intent(9), texts: { cents: '' } });
    const other = openForm();
    other.edit({ ...GOOD, customer: 'cust-2' });
    other.send(found);
    expect(other.state().draft).toMatchObject({
      intentId: intent(9),
      texts: { customer: 'cust-2', order_id: '' },
    });
    const own = openForm();
    own.edit();
    own.submit();
    own.send(found);
    expect(own.state().draft.intentId).toBe(intent(0));
  });
});

describe('keys typed ahead', () => {
  it('are the next request, issued where Enter ended it', () => {
    const form = openForm();
    form.edit();
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
    form.edit();
    form.submit();
    form.type('200 cust-2\n');
    form.send({ type: 'failed', failure: REFUSED });
    expect(form.state().line).toMatchObject({ text: '200 cust-2 ', isAside: true });
    expect(form.state().draft.texts).toMatchObject(GOOD);
    expect(spots(form.submit())).toEqual(['quick']);
  });

  it('during a question are shown after it, never issued', () => {
    const form = openForm();
    form.edit({ ...GOOD, cents: '1500' });
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
  begun.edit();
  begun.send({ type: 'restored', draft });
  expect(begun.state().draft.texts).toMatchObject(GOOD);
});

it('a restored draft stays one when an address is learnt after it, until it is edited', () => {
  const saved = newDraft(intent(7), FACTS.filledIn);
  const draft = { ...saved, texts: { ...saved.texts, customer: 'cust-7' } };
  const form = openForm();
  form.send({ type: 'restored', draft });
  form.learn({ filledIn: { ...FACTS.filledIn, callback_url: 'https://desk.example/callback' } });
  const { draft: learnt, restored } = form.state();
  expect(learnt.texts.callback_url).toBe('https://desk.example/callback');
  expect(restored).toBe(learnt);
  form.edit({ customer: 'cust-8' });
  expect(form.state().restored).not.toBe(form.state().draft);
});

describe('a link of another program', () => {
  const link = (texts: Partial<Texts>) =>
    ({ type: 'linked', texts, nextIntentId: intent(7) }) as const;

  it('fills the fields in, points at the amount and sends nothing', () => {
    const form = openForm();
    form.edit({ customer: 'cust-1', customer_phone_number: '+998901234567' });
    const commands = form.send(link({ cents: '1500', customer: 'cust-77' }));
    expect(doing(commands)).toEqual(['focus', 'prepare']);
    expect(form.state().draft).toMatchObject({
      intentId: intent(7),
      texts: { cents: '1500', customer: 'cust-77', customer_phone_number: '' },
    });
    expect(form.state()).toMatchObject({ phase: { name: 'editing' }, submitted: false });
    expect(form.records()).toEqual([]);
  });

  it('shows at once what is wrong with a field it fills, also one behind "More"', () => {
    const form = openForm();
    form.send(link({ cents: 'many', customer_phone_number: 'no' }));
    expect(form.state().touched).toEqual(new Set(['cents', 'customer_phone_number']));
    expect(form.state().moreOpen).toBe(true);
  });

  it('changes nothing while a request is being recorded', () => {
    const form = openForm();
    form.edit();
    form.submit();
    const before = form.state();
    expect(form.send(link({ cents: '1' }))).toEqual([]);
    expect(form.state()).toEqual(before);
  });
});
