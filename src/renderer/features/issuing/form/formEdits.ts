import { DRAFT_FIELDS, type DepositDraft, type DraftField } from '#shared/domain/draft.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import type { Repeat } from '../../../client/issue.ts';
import {
  type Draft,
  type Texts,
  isFree,
  moreFieldsOf,
  nextDraft,
  refilledDraft,
  withFilledIn,
} from './draft.ts';
import {
  EDITING,
  type Facts,
  type FormEvent,
  type FormState,
  type Phase,
  isAsked,
  readForm,
} from './formState.ts';
import { EMPTY_LINE, lineRefills, typedLine, withAside } from './quickLine.ts';
import { typedOn } from './typedAhead.ts';

/** What each event does to the texts and notes of the form. The course of a submit is in reduceForm.ts. */

export function write(state: FormState, changed: Partial<Texts>, facts: Facts): FormState {
  const { draft } = state;
  // The currency on the screen when the operator began stays: another window may change what is usual.
  const currency =
    draft.texts.currency === '' ? readForm(state, facts).currency : draft.texts.currency;
  const texts = { ...draft.texts, currency, ...changed };
  const orderIsAuto = draft.orderIsAuto && changed.order_id === undefined;
  return { ...state, draft: { ...draft, texts, orderIsAuto } };
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
  return { ...state, draft, restored: draft };
}

export function refilled(
  state: FormState,
  { body, how, nextIntentId, language }: Extract<FormEvent, { readonly type: 'refilled' }>,
): FormState {
  const draft = refilledDraft(state.draft, body, how, nextIntentId, language);
  return { ...cleared(state), line: EMPTY_LINE, draft };
}

/** What a link names replaces what belongs to the last customer; each field it fills shows at once what is wrong with it. */
export function linked(
  state: FormState,
  { texts, nextIntentId }: Extract<FormEvent, { readonly type: 'linked' }>,
  facts: Facts,
): FormState {
  const empty = {
    ...cleared(state),
    line: EMPTY_LINE,
    draft: nextDraft(state.draft, nextIntentId),
  };
  const filled = DRAFT_FIELDS.filter((field) => texts[field] !== undefined);
  const isInMore = moreFieldsOf(facts.flow).some(({ field }) => filled.includes(field));
  return {
    ...write(empty, texts, facts),
    touched: new Set(filled),
    moreOpen: state.moreOpen || isInMore,
  };
}

export function anew(state: FormState, intentId: IntentId): FormState {
  const texts = { ...state.draft.texts, order_id: '' };
  return { ...state, draft: { ...state.draft, intentId, texts, orderIsAuto: true } };
}

/** The fields hold the request that was recorded, or another one that was typed since. */
export function foundRecorded(
  state: FormState,
  { body, nextIntentId }: Extract<FormEvent, { readonly type: 'foundRecorded' }>,
  facts: Facts,
): FormState {
  if (state.attempted === state.draft.intentId) return state;
  const { amount, deposit } = readForm(state, facts);
  const isThis =
    amount.ok &&
    amount.value === body.fields.cents &&
    deposit.fields.customer.trim() === (body.fields.customer ?? '');
  return isThis
    ? { ...state, draft: nextDraft(state.draft, nextIntentId) }
    : anew(state, nextIntentId);
}

/** No notes, no failure, no question. */
export function cleared(state: FormState): FormState {
  const phase = isAsked(state) ? EDITING : state.phase;
  return { ...state, phase, submitted: false, touched: new Set(), coreFaults: [], failure: null };
}

export function markSubmitted(state: FormState): FormState {
  return { ...state, submitted: true, failure: null, coreFaults: [] };
}

/** Keys that are there already were typed before the question could be seen. */
export function questioned(state: FormState): FormState {
  const { keys } = state.ahead;
  return { ...state, ahead: { keys, isAsideDue: false, isBlind: keys !== '' } };
}

/** The press came to nothing. */
export function stopped(state: FormState): FormState {
  return { ...state, phase: EDITING, ahead: { ...state.ahead, isAsideDue: true } };
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

/** What was answered so far, and the answer to this question. */
export function answered(
  { question, answers }: Extract<Phase, { readonly name: 'repeating' }>,
  confirmation: string,
): Repeat {
  return [...answers, { of: question.past.intentId, confirmation }];
}

/** A question is about the request exactly as it was submitted. Once gone it does not come back on the way to another amount. */
export function withoutStaleQuestion(state: FormState, facts: Facts): FormState {
  const { phase } = state;
  if (phase.name !== 'confirming' && phase.name !== 'repeating') return state;
  return isSame(phase.deposit, readForm(state, facts).deposit)
    ? state
    : { ...state, phase: EDITING };
}

export function isSame(left: DepositDraft | null, right: DepositDraft): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The form is free, and the request that the keys were typed after came to nothing: they go into the line. */
export function withKeysAside(state: FormState, facts: Facts): FormState {
  const { phase, ahead, line } = state;
  if (phase.name !== 'editing' || !ahead.isAsideDue || ahead.keys === '') return state;
  const text = typedOn(ahead.keys);
  return {
    ...state,
    ahead: { ...ahead, keys: '', isBlind: false },
    line: text === '' ? line : withAside(line, text, facts),
  };
}
