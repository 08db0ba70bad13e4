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
const EMPTY = { cents: '', customer: '', order_id: '' };
const LATELY = { code: 'issued_before', why: 'same_lately', isTyped: false } as const;

describe('submitting', () => {
  it('sends the request as it stands, and empties the form for the next customer at once', () => {
    const form = openForm();
    form.edit();
    form.send({ type: 'scenarioChosen', scenario: 'slow' });
    expect(doing(form.submit())).toEqual(['record', 'focus']);
    expect(form.sent()).toMatchObject([
      {
        deposit: { fields: { cents: 50_000, customer: 'cust-1' } },
        form: { draft: { intentId: intent(0), shown: FACTS.shown }, scenario: 'slow' },
      },
    ]);
    expect(form.state()).toMatchObject({
      draft: { intentId: intent(1), texts: EMPTY },
      line: { text: '' },
      scenario: 'plain',
      submitted: false,
    });
  });

  it('a second press finds the form emptied: nothing is sent, and nothing is scolded', () => {
    const form = openForm();
    form.edit();
    form.submit();
    expect(form.submit()).toEqual([]);
    expect(form.state().submitted).toBe(false);
    form.edit({ cents: '900' });
    expect(spots(form.submit())).toEqual(['customer']);
    expect(form.sent()).toHaveLength(1);
  });

  it('goes on where the request was begun', () => {
    const form = openForm();
    form.edit();
    expect(spots(form.submit())).toEqual(['cents']);
    form.edit({ order_id: 'A-2' });
    form.send({ type: 'lineTyped', text: '500 sbp cust-1' });
    expect(spots(form.submit())).toEqual(['quick']);
  });

  it('does not wait for the order id, and is refused where the desk has none', () => {
    const form = openForm();
    form.edit({ cents: '500', customer: 'cust-1' });
    expect(doing(form.submit())).toEqual(['record', 'focus']);
    expect(form.sent()).toMatchObject([{ deposit: { fields: { order_id: '' } } }]);

    const without = openForm({ isOrderFailed: true });
    without.edit({ cents: '500', customer: 'cust-1' });
    expect(spots(without.submit())).toEqual(['order_id']);
    expect(without.sent()).toEqual([]);
  });

  it('is refused with the keyboard in the first faulty field, unfolding "More" for it', () => {
    const form = openForm();
    form.edit({ ...GOOD, callback_url: 'shop' });
    expect(spots(form.submit())).toEqual(['callback_url']);
    expect(form.state().moreOpen).toBe(true);
    form.edit({ cents: '1' });
    expect(spots(form.submit())).toEqual(['cents']);
    expect(form.sent()).toEqual([]);
  });

  it('is refused while the line above was not understood', () => {
    const form = openForm();
    form.edit();
    form.send({ type: 'lineTyped', text: '500 rub kzt cust-1' });
    expect(spots(form.submit())).toEqual(['quick']);
    expect(form.state().line.wasRefused).toBe(true);
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
  });
});

describe('a question', () => {
  it('is asked above the threshold and for the first live request, and answered once', () => {
    const form = openForm({ isFirstLive: true });
    form.edit({ ...GOOD, cents: '1500' });
    expect(form.submit()).toEqual([]);
    expect(form.state()).toMatchObject({
      draft: { texts: { customer: 'cust-1' } },
      phase: { name: 'confirming', threshold: 100_000, isFirstLive: true },
    });
    // The form's own key answers nothing.
    expect(form.submit()).toEqual([]);
    form.send({ type: 'confirmed' }, { type: 'confirmed' });
    expect(form.records()).toMatchObject([{ confirmLive: true, sent: { repeat: [] } }]);
  });

  it('stays when the order id comes, which is then sent', () => {
    const form = openForm();
    form.edit({ cents: '1500', customer: 'cust-1' });
    form.submit();
    form.send({ type: 'orderSuggested', orderId: 'D-1' }, { type: 'confirmed' });
    expect(form.sent()).toMatchObject([{ deposit: { fields: { order_id: 'D-1' } } }]);
  });

  it('goes for good once the request says something else', () => {
    const form = openForm();
    form.edit({ ...GOOD, cents: '1500' });
    form.submit();
    form.edit({ cents: '150' });
    form.edit({ cents: '1500' });
    expect(form.state().phase.name).toBe('editing');
    form.send({ type: 'confirmed' });
    expect(form.sent()).toEqual([]);
  });

  it('about an earlier request without an answer takes its order id as typed', () => {
    const form = openForm();
    form.edit();
    form.submit();
    form.refuse(UNANSWERED);
    expect(form.state()).toMatchObject({
      draft: { intentId: intent(0), texts: GOOD },
      phase: { name: 'repeating', question: { why: 'unanswered', past: PAST, isTyped: true } },
    });
    // The form's own key answers nothing.
    expect(form.submit()).toEqual([]);
    form.send({ type: 'repeatConfirmed', orderId: 'OLD-1' });
    expect(form.sent().at(-1)).toMatchObject({
      form: { draft: { intentId: intent(0) } },
      repeat: [{ of: PAST.intentId, confirmation: 'OLD-1' }],
    });
  });

  it('may be followed by another question, whose answer goes with the first', () => {
    const form = openForm();
    form.edit();
    form.submit();
    const past = { ...PAST, intentId: intent(9) };
    form.refuse(UNANSWERED);
    form.send({ type: 'repeatConfirmed', orderId: 'OLD-1' });
    form.refuse({ ...LATELY, past });
    expect(form.state().phase).toMatchObject({ question: { why: 'same_lately', isTyped: false } });
    form.send({ type: 'repeatConfirmed', orderId: '' });
    expect(form.sent().at(-1)).toMatchObject({
      repeat: [
        { of: PAST.intentId, confirmation: 'OLD-1' },
        { of: past.intentId, confirmation: '' },
      ],
    });
    // Another press is another request: nothing of it was answered.
    form.refuse({ ...LATELY, past });
    form.send({ type: 'wentBack' });
    form.submit();
    expect(form.sent().at(-1)).toMatchObject({ repeat: [] });
  });
});

describe('a request that was refused', () => {
  it('stands in the form again exactly as it was sent', () => {
    const form = openForm({ usual: { currency: 'RUB', paymentType: 'sbp' } });
    form.edit({ order_id: 'A-1', callback_url: 'https://one.example' });
    form.send({ type: 'moreToggled' }, { type: 'scenarioChosen', scenario: 'slow' });
    form.send({ type: 'lineTyped', text: '500 sbp cust-1' });
    const { draft, line, habit } = form.state();
    form.submit();
    form.learn({ usual: { currency: 'RUB', paymentType: 'any_bank' } });
    // Not in a box: the next customer's line would go on there.
    expect(spots(form.refuse(REFUSED))).toEqual(['why']);
    expect(form.state()).toMatchObject({ draft, line, habit, moreOpen: true, scenario: 'slow' });
    expect(form.state()).toMatchObject({ failure: REFUSED, phase: { name: 'editing' } });
    form.submit();
    expect(form.sent().at(-1)?.deposit).toEqual(form.sent()[0]?.deposit);
  });

  it('has what core refused at its field until that is edited', () => {
    const form = openForm();
    form.edit();
    form.submit();
    const faults = [{ field: 'cents', code: 'above_maximum', force: 'refuse', limit: 1 }] as const;
    const failed: Failure = { code: 'invalid_fields', faults: [...faults] };
    expect(spots(form.refuse(failed))).toEqual(['cents']);
    expect(form.state()).toMatchObject({ coreFaults: faults, failure: failed });
    form.edit({ cents: '400' });
    expect(form.state().coreFaults).toEqual([]);
    // An operator who works elsewhere keeps the keyboard.
    form.submit();
    expect(form.refuse(failed, false)).toEqual([]);
  });

  it('is known by its intent until the next text is typed', () => {
    const form = openForm();
    form.edit();
    form.submit();
    form.send({ type: 'orderSuggested', orderId: 'D-2' }, { type: 'fieldLeft', field: 'customer' });
    expect(form.state().sent).toBe(intent(0));
    form.send({ type: 'lineTyped', text: '2' });
    expect(form.state().sent).toBeNull();
  });

  it('that was recorded after all makes room, and one that was changed since stays', () => {
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
    const found = { type: 'foundRecorded', body } as const;
    const same = openForm();
    same.edit();
    same.submit();
    same.refuse(REFUSED);
    same.send(found);
    expect(same.state()).toMatchObject({ draft: { texts: EMPTY }, failure: null });
    const other = openForm();
    other.edit({ ...GOOD, customer: 'cust-2' });
    other.send(found);
    expect(other.state().draft).toMatchObject({
      intentId: intent(1),
      texts: { customer: 'cust-2', order_id: '' },
    });
  });
});

it('limits that arrive late read the line anew', () => {
  const form = openForm({ limits: null });
  form.send({ type: 'lineTyped', text: '500 sbp newpay' });
  expect(form.state().draft.texts).toMatchObject({ customer: 'newpay', payment_type: 'sbp' });
  const entries = [...LIMITS.entries, { ...LIMITS.entries[0], paymentType: 'newpay' }];
  form.learn({ limits: limitsSnapshotSchema.parse({ ...LIMITS, entries }) });
  expect(form.state().draft.texts).toMatchObject({ customer: '', payment_type: '' });
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
  const link = (texts: Partial<Texts>) => ({ type: 'linked', texts }) as const;

  it('fills the fields in, points at the amount and sends nothing', () => {
    const form = openForm();
    form.edit({ customer: 'cust-1', customer_phone_number: '+998901234567' });
    const commands = form.send(link({ cents: '1500', customer: 'cust-77' }));
    expect(doing(commands)).toEqual(['focus', 'prepare']);
    expect(form.state().draft).toMatchObject({
      intentId: intent(1),
      texts: { cents: '1500', customer: 'cust-77', customer_phone_number: '' },
    });
    expect(form.state()).toMatchObject({ phase: { name: 'editing' }, submitted: false });
    expect(form.sent()).toEqual([]);
  });

  it('shows at once what is wrong with a field it fills, also one behind "More"', () => {
    const form = openForm();
    form.send(link({ cents: 'many', customer_phone_number: 'no' }));
    expect(form.state().touched).toEqual(new Set(['cents', 'customer_phone_number']));
    expect(form.state().moreOpen).toBe(true);
  });

  it('changes nothing while a request is asked about', () => {
    const form = openForm();
    form.edit({ ...GOOD, cents: '1500' });
    form.submit();
    const before = form.state();
    expect(form.send(link({ cents: '1' }))).toEqual([]);
    expect(form.state()).toEqual(before);
  });
});
