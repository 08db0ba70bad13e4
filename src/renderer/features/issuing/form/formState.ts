import type { FilledIn } from '#shared/domain/callback.ts';
import type { PastRequest } from '#shared/domain/customer.ts';
import type { DepositBody, Flow } from '#shared/domain/deposit.ts';
import type { DepositDraft, DraftField, FieldFault } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { MinorUnits } from '#shared/domain/money.ts';
import type { Profile, WhereTo } from '#shared/domain/profile.ts';
import type { Scenario } from '#shared/domain/scenario.ts';

import type { Repeat } from '../../../client/issue.ts';
import type { RefillHow } from '../../../client/refill.ts';
import type { Language } from '../../../i18n/i18n.ts';
import {
  type Draft,
  type Habit,
  type ReadDraft,
  type Texts,
  isFilledIn,
  moreFieldsOf,
  readDraft,
} from './draft.ts';
import type { Spot } from './fieldId.ts';
import { EMPTY_LINE, type QuickLine } from './quickLine.ts';

/** What is asked before the request in the fields is sent. `about`: it as it was submitted. */
export type Phase =
  | { readonly name: 'editing' }
  /** The amount is above the profile's threshold, or it is the first live request of this run of the desk. */
  | {
      readonly name: 'confirming';
      readonly about: string;
      /** Null when the amount is below the threshold. */
      readonly threshold: MinorUnits | null;
      readonly isFirstLive: boolean;
    }
  /** Core asks about an earlier request. `answers`: to what it asked before about this one. */
  | {
      readonly name: 'repeating';
      readonly about: string;
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

export type FormState = {
  readonly draft: Draft;
  /** The draft that was restored from an earlier run of the desk. */
  readonly restored: Draft | null;
  /** Choices of the last request, fixed for a draft from its first key on: another window may be issuing too. */
  readonly habit: { readonly of: IntentId; readonly choices: Habit | null };
  readonly line: QuickLine;
  readonly phase: Phase;
  readonly submitted: boolean;
  readonly touched: ReadonlySet<DraftField>;
  /** Fields that core refused although the form had accepted them, because the limits were read anew. */
  readonly coreFaults: readonly FieldFault[];
  readonly failure: Failure | null;
  readonly moreOpen: boolean;
  readonly scenario: Scenario;
  /** The request that the form was emptied for. Null once something is typed: a refusal then does not put it back. */
  readonly sent: IntentId | null;
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
  /** Of the customers that the line asks about, those who are known. */
  readonly knownCustomers: ReadonlySet<string>;
  /** Where the request goes, as the operator has seen it. */
  readonly shown: WhereTo;
  readonly nowMs: number;
  /** Of the next draft; another one for each event. */
  readonly nextIntentId: IntentId;
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
  | { readonly type: 'submitted' }
  | { readonly type: 'confirmed' }
  /** `orderId`: as typed; empty where nothing had to be typed. */
  | { readonly type: 'repeatConfirmed'; readonly orderId: string }
  | { readonly type: 'wentBack' }
  | { readonly type: 'orderSuggested'; readonly orderId: string }
  /** The profile makes other order ids now than the one that the desk has put in. */
  | { readonly type: 'orderOutdated' }
  /** The operator asked for another order id, because this one is taken. */
  | { readonly type: 'nextOrderGiven'; readonly orderId: string }
  | { readonly type: 'nextOrderRefused'; readonly failure: Failure }
  /** It was not issued, and stands in the form again. */
  | {
      readonly type: 'returned';
      readonly sent: SentForm;
      /** An operator who works elsewhere keeps it. */
      readonly isKeyboardHere: boolean;
    }
  /** The page did not hear that its draft was recorded. */
  | { readonly type: 'foundRecorded'; readonly body: DepositBody }
  /** The draft of an earlier run of the desk. */
  | { readonly type: 'restored'; readonly draft: Draft }
  | {
      readonly type: 'refilled';
      readonly body: DepositBody;
      readonly how: RefillHow;
      readonly language: Language;
    }
  /** Another program has named what the form is to hold. */
  | { readonly type: 'linked'; readonly texts: Partial<Texts> }
  /** The same fields as another request. */
  | { readonly type: 'startedAnew' };

/** A request that has left the form, and the form as it was then. */
export type SentForm = {
  readonly form: FormState;
  readonly deposit: DepositDraft;
  readonly repeat: Repeat;
  /** Null while it is being recorded. */
  readonly failure: Failure | null;
};

/** What the hook does after the form is drawn. */
export type Command =
  | { readonly do: 'focus'; readonly spot: Spot }
  | { readonly do: 'record'; readonly sent: SentForm; readonly confirmLive: boolean }
  /** The operator types: the desk may connect to the provider meanwhile. */
  | { readonly do: 'prepare' };

export function beginForm(draft: Draft, { flow, usual }: Facts): FormState {
  return {
    draft,
    restored: null,
    habit: { of: draft.intentId, choices: usual },
    line: EMPTY_LINE,
    phase: EDITING,
    submitted: false,
    touched: new Set(),
    coreFaults: [],
    failure: null,
    // Fields that the profile filled in are as usual, and stay folded.
    moreOpen: moreFieldsOf(flow).some(
      ({ field }) => draft.texts[field] !== '' && !isFilledIn(draft, field),
    ),
    scenario: 'plain',
    sent: null,
  };
}

export function isAsked({ phase }: Pick<FormState, 'phase'>): boolean {
  return phase.name !== 'editing';
}

export function isOrderWanted({ draft }: Pick<FormState, 'draft'>): boolean {
  return draft.orderIsAuto && draft.texts.order_id === '';
}

export function readForm({ draft, habit }: FormState, { flow, limits }: Facts): ReadDraft {
  return readDraft(draft.texts, flow, limits, habit.choices);
}
