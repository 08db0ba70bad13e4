import type { PastRequest } from '#shared/domain/customer.ts';
import type { DepositBody, Flow } from '#shared/domain/deposit.ts';
import type { DepositDraft, DraftField, FieldFault } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { MinorUnits } from '#shared/domain/money.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Scenario } from '#shared/domain/scenario.ts';

import type { Repeat } from '../../../client/issue.ts';
import type { RefillHow } from '../../../client/refill.ts';
import type { Language } from '../../../i18n/i18n.ts';
import {
  type Draft,
  type FilledIn,
  type Habit,
  type ReadDraft,
  type Texts,
  isFilledIn,
  moreFieldsOf,
  readDraft,
} from './draft.ts';
import type { Spot } from './fieldId.ts';
import { type QuickLine, asideLine } from './quickLine.ts';
import type { Keys } from './typedAhead.ts';

/** How far the request in the fields is. */
export type Phase =
  | { readonly name: 'editing' }
  /** Submitted before the suggested order id arrived: checked and recorded as soon as it does. */
  | { readonly name: 'awaitingOrder' }
  /** The amount is above the profile's threshold, or it is the first live request of this run of the desk. */
  | {
      readonly name: 'confirming';
      readonly deposit: DepositDraft;
      /** Null when the amount is below the threshold. */
      readonly threshold: MinorUnits | null;
      readonly isFirstLive: boolean;
    }
  /** The desk is recording the request. `deposit` is null when the screen was left and opened again meanwhile. */
  | {
      readonly name: 'recording';
      readonly deposit: DepositDraft | null;
      readonly answers: Repeat;
    }
  /** Core asks about an earlier request. `answers`: to what it asked before about this one. */
  | {
      readonly name: 'repeating';
      readonly deposit: DepositDraft;
      readonly question: RepeatQuestion;
      readonly answers: Repeat;
    };

/** Why core does not record a request before the operator has seen an earlier one. */
export type RepeatQuestion = {
  readonly why: 'unanswered' | 'order_used' | 'same_lately';
  readonly past: PastRequest;
  /** The order id of the earlier request is typed. */
  readonly isTyped: boolean;
};

/** Null: it was refused for another reason. */
export function repeatQuestionOf(failure: Failure): RepeatQuestion | null {
  if (failure.code === 'unanswered_before') {
    return { why: 'unanswered', past: failure.past, isTyped: true };
  }
  if (failure.code !== 'issued_before') return null;
  const { why, past, isTyped } = failure;
  return { why, past, isTyped };
}

export const EDITING: Phase = { name: 'editing' };

/** Keys that were typed while the form was busy or asked a question. */
type Ahead = {
  readonly keys: Keys;
  /** Move the keys into the quick line as soon as the form is free. False while the operator corrects the request. */
  readonly isAsideDue: boolean;
  /** Typed while a question was open and possibly not seen: shown to the operator, never issued unasked. */
  readonly isBlind: boolean;
};

export type FormState = {
  readonly draft: Draft;
  /** The draft that was restored from an earlier run of the desk. */
  readonly restored: Draft | null;
  /** Choices of the last request, fixed for a draft from its first key on: another window may be issuing too. */
  readonly habit: { readonly of: IntentId; readonly choices: Habit | null };
  readonly line: QuickLine;
  readonly phase: Phase;
  readonly ahead: Ahead;
  readonly submitted: boolean;
  readonly touched: ReadonlySet<DraftField>;
  /** Fields that core refused although the form had accepted them, because the limits were read anew. */
  readonly coreFaults: readonly FieldFault[];
  readonly failure: Failure | null;
  readonly moreOpen: boolean;
  readonly scenario: Scenario;
  /** The intent that this page has tried to record: its end is told by the attempt, not by the list of requests. */
  readonly attempted: IntentId | null;
};

/** What the desk knows outside the form. */
export type Facts = {
  readonly flow: Flow;
  readonly profile: Pick<Profile, 'merchant' | 'limitsPolicy' | 'confirmAbove'>;
  readonly limits: LimitsSnapshot | null;
  readonly filledIn: FilledIn;
  /** Choices of the newest request. */
  readonly usual: Habit | null;
  readonly isFirstLive: boolean;
  /** The desk could not suggest an order id. */
  readonly isOrderFailed: boolean;
  /** Of the two plain numbers in the line, those that are a customer's. */
  readonly knownCustomers: ReadonlySet<string>;
  readonly nowMs: number;
};

export type FormEvent =
  /** Limits, the profile or another fact changed. */
  | { readonly type: 'factsChanged' }
  | { readonly type: 'edited'; readonly texts: Partial<Texts> }
  /** The same value in other words. */
  | { readonly type: 'tidied'; readonly field: DraftField; readonly text: string }
  | { readonly type: 'lineTyped'; readonly text: string }
  | { readonly type: 'fieldLeft'; readonly field: DraftField }
  | { readonly type: 'moreToggled' }
  | { readonly type: 'scenarioChosen'; readonly scenario: Scenario }
  | { readonly type: 'focusAsked'; readonly spot: Spot }
  /** Every key that was typed ahead so far. */
  | { readonly type: 'typedAhead'; readonly keys: Keys }
  | { readonly type: 'submitted' }
  | { readonly type: 'confirmed' }
  /** `orderId`: as typed; empty where nothing had to be typed. */
  | { readonly type: 'repeatConfirmed'; readonly orderId: string }
  | { readonly type: 'wentBack' }
  | { readonly type: 'orderSuggested'; readonly orderId: string }
  /** The profile makes other order ids now than the one that the desk has put in. */
  | { readonly type: 'orderOutdated' }
  /** The operator asked for another order id, because this one is taken. */
  | { readonly type: 'nextOrderAsked' }
  | { readonly type: 'nextOrderGiven'; readonly orderId: string }
  | { readonly type: 'nextOrderRefused'; readonly failure: Failure }
  | {
      readonly type: 'recorded';
      readonly nextIntentId: IntentId;
      /** The keyboard is in the form or nowhere; an operator who works elsewhere is not called back. */
      readonly isKeyboardHere: boolean;
    }
  | { readonly type: 'failed'; readonly failure: Failure }
  /** The page was reloaded before it heard that its draft was recorded. */
  | {
      readonly type: 'foundRecorded';
      readonly body: DepositBody;
      readonly nextIntentId: IntentId;
    }
  /** The draft of an earlier run of the desk. */
  | { readonly type: 'restored'; readonly draft: Draft }
  | {
      readonly type: 'refilled';
      readonly body: DepositBody;
      readonly how: RefillHow;
      readonly nextIntentId: IntentId;
      readonly language: Language;
    }
  /** Another program has named what the form is to hold. */
  | {
      readonly type: 'linked';
      readonly texts: Partial<Texts>;
      readonly nextIntentId: IntentId;
    }
  /** The same fields as another request. */
  | { readonly type: 'startedAnew'; readonly nextIntentId: IntentId };

/** What the hook does after the form is drawn. */
export type Command =
  | { readonly do: 'focus'; readonly spot: Spot }
  | {
      readonly do: 'record';
      readonly intentId: IntentId;
      readonly deposit: DepositDraft;
      readonly scenario: Scenario;
      readonly confirmLive: boolean;
      readonly repeat: Repeat;
    }
  /** The result of the last attempt was seen: a form that is opened later does not tell it again. */
  | { readonly do: 'forgetAttempt' }
  | { readonly do: 'suggestOrder' }
  /** The operator types: the desk may connect to the provider meanwhile. */
  | { readonly do: 'prepare' };

type Beginning = {
  readonly draft: Draft;
  readonly isRecording: boolean;
  /** This page has tried to record the draft before. */
  readonly isAttempted: boolean;
  /** Keys and line of the form when its screen was left. */
  readonly keys: Keys;
  readonly aside: string;
};

export function beginForm(begin: Beginning, { flow, usual }: Facts): FormState {
  const { draft, keys } = begin;
  const isKept = keys !== '';
  return {
    draft,
    restored: null,
    habit: { of: draft.intentId, choices: usual },
    line: asideLine(begin.aside),
    phase: begin.isRecording ? { name: 'recording', deposit: null, answers: [] } : EDITING,
    ahead: { keys, isAsideDue: isKept, isBlind: isKept },
    submitted: false,
    touched: new Set(),
    coreFaults: [],
    failure: null,
    // Fields that the profile filled in are as usual, and stay folded.
    moreOpen: moreFieldsOf(flow).some(
      ({ field }) => draft.texts[field] !== '' && !isFilledIn(draft, field),
    ),
    scenario: 'plain',
    attempted: begin.isAttempted ? draft.intentId : null,
  };
}

/** A request is on its way to the record: the fields cannot be edited. */
export function isPending({ phase }: Pick<FormState, 'phase'>): boolean {
  return phase.name === 'recording' || phase.name === 'awaitingOrder';
}

export function isAsked({ phase }: Pick<FormState, 'phase'>): boolean {
  return phase.name === 'confirming' || phase.name === 'repeating';
}

export function isOrderWanted({ draft }: Pick<FormState, 'draft'>): boolean {
  return draft.orderIsAuto && draft.texts.order_id === '';
}

export function readForm({ draft, habit }: FormState, { flow, limits }: Facts): ReadDraft {
  return readDraft(draft.texts, flow, limits, habit.choices);
}
