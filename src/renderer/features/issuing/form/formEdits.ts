import { DRAFT_FIELDS, type DraftField } from '#shared/domain/draft.ts';

import {
  type Draft,
  type Texts,
  isFree,
  moreFieldsOf,
  nextDraft,
  refilledDraft,
  withFilledIn,
} from './draft.ts';
import { EDITING, type Facts, type FormEvent, type FormState, readForm } from './formState.ts';
import { EMPTY_LINE, lineRefills, typedLine } from './quickLine.ts';

/** What each event does to the texts and notes of the form. The course of a submit is in reduceForm.ts. */

export function write(state: FormState, changed: Partial<Texts>, facts: Facts): FormState {
  const { draft } = state;
  // The currency on the screen when the operator began stays: another window may change what is usual.
  const currency =
    draft.texts.currency === '' ? readForm(state, facts).currency : draft.texts.currency;
  const texts = { ...draft.texts, currency, ...changed };
  const orderIsAuto = draft.orderIsAuto && changed.order_id === undefined;
  return { ...state, draft: { ...draft, texts, orderIsAuto }, sent: null };
}

export function edited(state: FormState, texts: Partial<Texts>, facts: Facts): FormState {
  const isEdited = (field: DraftField): boolean => Object.hasOwn(texts, field);
  const chosen = (['currency', 'payment_type'] as const).filter(isEdited);
  return {
    ...write(state, texts, facts),
    // From here on the fields are right, and the line above only a text.
    line: { ...state.line, before: null },
    touched: chosen.length === 0 ? state.touched : new Set([...state.touched, ...chosen]),
    coreFaults: state.coreFaults.filter(({ field }) => !isEdited(field)),
  };
}

export function withLine(state: FormState, text: string, facts: Facts): FormState {
  const typed = typedLine(state.line, text, state.draft.texts, facts);
  return { ...write(state, typed.texts, facts), line: typed.line };
}

/** Limits that arrive late may name a payment type in a word that was taken for the customer. */
export function refilledByLine(state: FormState, facts: Facts): FormState {
  const texts = lineRefills(state.line, state.draft.texts, facts);
  return texts === null ? state : write(state, texts, facts);
}

export function withOrder(state: FormState, orderId: string): FormState {
  const texts = { ...state.draft.texts, order_id: orderId };
  return { ...state, draft: { ...state.draft, texts, orderIsAuto: true } };
}

export function restored(state: FormState, saved: Draft, { filledIn }: Facts): FormState {
  const draft = withFilledIn(saved, filledIn);
  return { ...state, draft, restored: draft, sent: null };
}

export function refilled(
  state: FormState,
  { body, how, language }: Extract<FormEvent, { readonly type: 'refilled' }>,
  { nextIntentId }: Facts,
): FormState {
  const draft = refilledDraft(state.draft, body, how, nextIntentId, language);
  return { ...cleared(state), line: EMPTY_LINE, draft, sent: null };
}

/** For the next customer. */
export function emptied(state: FormState, { nextIntentId }: Facts): FormState {
  const { draft } = state;
  return {
    ...cleared(state),
    draft: nextDraft(draft, nextIntentId),
    line: EMPTY_LINE,
    scenario: 'plain',
    sent: draft.intentId,
  };
}

/** What a link names replaces what belongs to the last customer; each field it fills shows at once what is wrong with it. */
export function linked(state: FormState, texts: Partial<Texts>, facts: Facts): FormState {
  const filled = DRAFT_FIELDS.filter((field) => texts[field] !== undefined);
  const isInMore = moreFieldsOf(facts.flow).some(({ field }) => filled.includes(field));
  return {
    ...write({ ...emptied(state, facts), scenario: state.scenario }, texts, facts),
    touched: new Set(filled),
    moreOpen: state.moreOpen || isInMore,
  };
}

export function anew(state: FormState, { nextIntentId }: Facts): FormState {
  const texts = { ...state.draft.texts, order_id: '' };
  const draft = { ...state.draft, intentId: nextIntentId, texts, orderIsAuto: true };
  return { ...cleared(state), draft };
}

/** The fields hold the request that was recorded, or another one that was typed since. */
export function foundRecorded(
  state: FormState,
  { body }: Extract<FormEvent, { readonly type: 'foundRecorded' }>,
  facts: Facts,
): FormState {
  const { amount, deposit } = readForm(state, facts);
  const isThis =
    amount.ok &&
    amount.value === body.fields.cents &&
    deposit.fields.customer.trim() === (body.fields.customer ?? '');
  return isThis ? emptied(state, facts) : anew(state, facts);
}

/** No notes, no failure, no question. */
export function cleared(state: FormState): FormState {
  return {
    ...state,
    phase: EDITING,
    submitted: false,
    touched: new Set(),
    coreFaults: [],
    failure: null,
  };
}

export function markSubmitted(state: FormState): FormState {
  return { ...state, submitted: true, failure: null, coreFaults: [] };
}

/** Addresses of the profile and the usual choices follow what the desk knows. */
export function withFacts(state: FormState, facts: Facts): FormState {
  const draft = withFilledIn(state.draft, facts.filledIn);
  const isFixed = !isFree(draft) && state.habit.of === draft.intentId;
  const isUsual = state.habit.of === draft.intentId && state.habit.choices === facts.usual;
  if (draft === state.draft && (isFixed || isUsual)) return state;
  const habit = isFixed ? state.habit : { of: draft.intentId, choices: facts.usual };
  // The listener's address may come later; the operator has changed nothing.
  const isUntouched = state.restored === state.draft;
  return { ...state, draft, habit, restored: isUntouched ? draft : state.restored };
}

/** A question is about the request exactly as it was submitted. Once gone it does not come back on the way to another amount. */
export function withoutStaleQuestion(state: FormState, facts: Facts): FormState {
  const { phase } = state;
  if (phase.name === 'editing' || phase.about === contentOf(state, facts)) return state;
  return { ...state, phase: EDITING };
}

/** What a question is about. The order id that the desk suggests may come while it stands. */
export function contentOf(state: FormState, facts: Facts): string {
  const { fields } = readForm(state, facts).deposit;
  return JSON.stringify(state.draft.orderIsAuto ? { ...fields, order_id: '' } : fields);
}
