import {
  DRAFT_FIELDS,
  type DepositDraft,
  type FieldFault,
  checkDraft,
} from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { assertNever } from '#shared/domain/result.ts';
import { crossedThreshold } from '#shared/domain/secondLook.ts';

import type { Repeat } from '../../../client/issue.ts';
import { isFree, moreFieldsOf, nextDraft } from './draft.ts';
import type { Spot } from './fieldId.ts';
import {
  anew,
  answered,
  cleared,
  edited,
  foundRecorded,
  isSame,
  linked,
  markSubmitted,
  questioned,
  refilled,
  refilledByLine,
  restored,
  stopped,
  withFacts,
  withKeysAside,
  withLine,
  withOrder,
  withoutStaleQuestion,
  write,
} from './formEdits.ts';
import {
  EDITING,
  type Command,
  type Facts,
  type FormEvent,
  type FormState,
  isAsked,
  isOrderWanted,
  isPending,
  readForm,
  repeatQuestionOf,
} from './formState.ts';
import { EMPTY_LINE, isLineRefused } from './quickLine.ts';
import { asLine, nextLine, typedOn } from './typedAhead.ts';

/** The form after an event, and what is to be done then. */
export type Step = readonly [FormState, readonly Command[]];

const FORGET = { do: 'forgetAttempt' } as const;
const focus = (spot: Spot): Command => ({ do: 'focus', spot });

/** Where the operator goes on after a request was put back into the form. */
const SPOT_AFTER_REFILL = { again: 'submit', with: 'cents', other_type: 'payment_type' } as const;

export function reduceForm(state: FormState, event: FormEvent, facts: Facts): Step {
  const [next, commands] = handle(state, event, facts);
  const [settled, more] = settle(next, facts);
  return [settled, [...commands, ...more]];
}

function handle(state: FormState, event: FormEvent, facts: Facts): Step {
  switch (event.type) {
    case 'factsChanged':
      return [refilledByLine(state, facts), []];
    case 'edited':
      return isPending(state) ? [state, []] : typed(state, edited(state, event.texts, facts));
    case 'tidied':
      return [isPending(state) ? state : write(state, { [event.field]: event.text }, facts), []];
    case 'lineTyped':
      return isPending(state) ? [state, []] : typed(state, withLine(state, event.text, facts));
    case 'fieldLeft':
      return [{ ...state, touched: new Set([...state.touched, event.field]) }, []];
    case 'moreToggled':
      return [{ ...state, moreOpen: !state.moreOpen }, []];
    case 'scenarioChosen':
      return [{ ...state, scenario: event.scenario }, []];
    case 'focusAsked':
      return [state, [focus(event.spot)]];
    case 'typedAhead': {
      const isBlind = isAsked(state) || state.ahead.isBlind;
      return [{ ...state, ahead: { ...state.ahead, keys: event.keys, isBlind } }, []];
    }
    case 'orderSuggested':
      return [isOrderWanted(state) ? withOrder(state, event.orderId) : state, []];
    case 'orderOutdated':
      return state.phase.name === 'editing' && state.draft.orderIsAuto
        ? [withOrder(cleared(state), ''), [FORGET]]
        : [state, []];
    case 'nextOrderAsked':
      return [state, [FORGET, { do: 'suggestOrder' }]];
    case 'nextOrderGiven':
      return [withOrder(cleared(state), event.orderId), [focus('order_id')]];
    case 'nextOrderRefused':
      return [{ ...state, failure: event.failure }, []];
    case 'restored':
      // A draft that the operator has begun in the meantime stays.
      return [isFree(state.draft) ? restored(state, event.draft, facts) : state, []];
    case 'refilled':
      return [refilled(state, event), [focus(SPOT_AFTER_REFILL[event.how])]];
    case 'linked':
      // Not while a request is recorded or asked about: the hook offers it again.
      return isPending(state) || isAsked(state)
        ? [state, []]
        : [linked(state, event, facts), [focus('cents'), { do: 'prepare' }]];
    case 'startedAnew':
      return [anew(cleared(state), event.nextIntentId), []];
    default:
      return handleSending(state, event, facts);
  }
}

/** A request is likely to follow a text that has changed. */
function typed(before: FormState, after: FormState): Step {
  const isChanged =
    before.line.text !== after.line.text ||
    DRAFT_FIELDS.some((field) => before.draft.texts[field] !== after.draft.texts[field]);
  return [after, isChanged ? [{ do: 'prepare' }] : []];
}

type SendingEvent = Extract<
  FormEvent,
  {
    readonly type:
      | 'submitted'
      | 'confirmed'
      | 'repeatConfirmed'
      | 'wentBack'
      | 'recorded'
      | 'failed'
      | 'foundRecorded';
  }
>;

function handleSending(state: FormState, event: SendingEvent, facts: Facts): Step {
  const { phase } = state;
  switch (event.type) {
    case 'submitted':
      // A second press while the first is being recorded. `settle` submits what need not wait for its order id.
      return phase.name === 'recording'
        ? [state, []]
        : [{ ...state, phase: { name: 'awaitingOrder' } }, []];
    case 'confirmed':
      return phase.name === 'confirming'
        ? record(state, phase.deposit, { confirmLive: phase.isFirstLive })
        : [state, []];
    case 'repeatConfirmed':
      return phase.name === 'repeating'
        ? record(state, phase.deposit, { repeat: answered(phase, event.orderId) })
        : [state, []];
    case 'wentBack': {
      if (!isAsked(state)) return [state, []];
      const spot = asLine(state.ahead.keys) === '' ? 'cents' : 'quick';
      return [stopped(markSubmitted(state)), [FORGET, focus(spot)]];
    }
    case 'recorded':
      return recorded(state, event, facts);
    case 'failed':
      return failed(state, event.failure, facts);
    case 'foundRecorded':
      return [foundRecorded(state, event, facts), []];
    default:
      return assertNever(event);
  }
}

/** Holds after every event, whatever it was. */
function settle(state: FormState, facts: Facts): Step {
  const followed = withoutStaleQuestion(withFacts(state, facts), facts);
  const isComing = isOrderWanted(followed) && !facts.isOrderFailed;
  if (followed.phase.name === 'awaitingOrder' && !isComing) {
    const [next, commands] = submit(followed, facts);
    return [withKeysAside(next, facts), commands];
  }
  return [withKeysAside(followed, facts), []];
}

/** Checks the request as it stands, then asks about it or has it recorded. */
function submit(state: FormState, facts: Facts): Step {
  if (isLineRefused(state.line, facts)) {
    // A line that was not understood is not issued in part.
    const line = { ...state.line, wasRefused: true };
    return [stopped({ ...state, line }), [focus('quick')]];
  }
  const { deposit } = readForm(state, facts);
  const { faults } = checkDraft(deposit, facts.profile, facts.limits, facts.nowMs);
  const refusing = faults.filter(({ force }) => force === 'refuse');
  if (refusing.length > 0) {
    const [pointed, commands] = pointAt(markSubmitted(state), refusing, facts);
    return [stopped(pointed), [FORGET, ...commands]];
  }
  const threshold = crossedThreshold(deposit, facts.profile);
  const { isFirstLive } = facts;
  if (threshold === null && !isFirstLive) return record(state, deposit, {});
  const phase = { name: 'confirming', deposit, threshold, isFirstLive } as const;
  return [questioned({ ...markSubmitted(state), phase }), [FORGET]];
}

type RecordOptions = { readonly confirmLive?: boolean; readonly repeat?: Repeat };

function record(
  state: FormState,
  deposit: DepositDraft,
  { confirmLive = false, repeat = [] }: RecordOptions,
): Step {
  const { intentId } = state.draft;
  const next: FormState = {
    ...markSubmitted(state),
    phase: { name: 'recording', deposit, answers: repeat },
    // From this press on, whatever is typed belongs to the next request.
    ahead: { ...state.ahead, isAsideDue: false },
    attempted: intentId,
  };
  const { scenario } = state;
  return [next, [FORGET, { do: 'record', intentId, deposit, scenario, confirmLive, repeat }]];
}

/** The form is free for the next customer: the keys that were typed meanwhile are entered. */
function recorded(
  state: FormState,
  { nextIntentId, isKeyboardHere }: Extract<FormEvent, { readonly type: 'recorded' }>,
  facts: Facts,
): Step {
  const begin = state.line.text.trim() === '' ? 'cents' : 'quick';
  const { keys, isBlind } = state.ahead;
  const first = nextLine(keys);
  const isIssued = first.isIssued && !isBlind && isKeyboardHere;
  const text = isIssued ? first.text : typedOn(keys);
  // A word goes where the last request began; several words are a line.
  const box = isKeyboardHere && !isBlind && !/\s/u.test(text) ? begin : 'quick';
  const free: FormState = {
    ...cleared(state),
    draft: nextDraft(state.draft, nextIntentId),
    phase: EDITING,
    line: EMPTY_LINE,
    scenario: 'plain',
    ahead: { ...state.ahead, keys: isIssued ? first.rest : '', isBlind: false },
  };
  const commands = isKeyboardHere ? [focus(text === '' ? begin : box)] : [];
  if (text === '') return [free, commands];
  const entered =
    box === 'cents' ? edited(free, { cents: text }, facts) : withLine(free, text, facts);
  return [isIssued ? { ...entered, phase: { name: 'awaitingOrder' } } : entered, commands];
}

function failed(state: FormState, failure: Failure, facts: Facts): Step {
  const { deposit, answers } =
    state.phase.name === 'recording' ? state.phase : { deposit: null, answers: [] };
  const next: FormState = { ...state, failure, phase: EDITING, attempted: state.draft.intentId };
  if (failure.code === 'invalid_fields') {
    const { faults } = failure;
    const [pointed, commands] = pointAt({ ...next, coreFaults: faults }, faults, facts);
    return [stopped(pointed), commands];
  }
  const isAboutThis = deposit !== null && isSame(deposit, readForm(state, facts).deposit);
  const question = repeatQuestionOf(failure);
  return question !== null && isAboutThis
    ? [questioned({ ...next, phase: { name: 'repeating', deposit, question, answers } }), []]
    : [stopped(next), []];
}

function pointAt(state: FormState, faults: readonly FieldFault[], { flow }: Facts): Step {
  const first = DRAFT_FIELDS.find((name) => faults.some(({ field }) => field === name));
  if (first === undefined) return [state, []];
  const isInMore = moreFieldsOf(flow).some(({ field }) => field === first);
  return [{ ...state, moreOpen: state.moreOpen || isInMore }, [focus(first)]];
}
