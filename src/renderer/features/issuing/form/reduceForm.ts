import { DRAFT_FIELDS, type FieldFault, checkDraft } from '#shared/domain/draft.ts';
import { assertNever } from '#shared/domain/result.ts';
import { crossedThreshold } from '#shared/domain/secondLook.ts';

import type { Repeat } from '../../../client/issue.ts';
import { isFree, moreFieldsOf } from './draft.ts';
import type { Spot } from './fieldId.ts';
import {
  anew,
  cleared,
  contentOf,
  edited,
  emptied,
  foundRecorded,
  linked,
  markSubmitted,
  refilled,
  refilledByLine,
  restored,
  withFacts,
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
  readForm,
  repeatQuestionOf,
} from './formState.ts';
import { isDoubtful } from './quickLine.ts';

/** The form after an event, and what is to be done then. */
export type Step = readonly [FormState, readonly Command[]];

const focus = (spot: Spot): Command => ({ do: 'focus', spot });

/** Where the operator goes on after a request was put back into the form. */
const SPOT_AFTER_REFILL = { again: 'submit', with: 'cents', other_type: 'payment_type' } as const;

export function reduceForm(state: FormState, event: FormEvent, facts: Facts): Step {
  const [next, commands] = handle(state, event, facts);
  // Holds after every event, whatever it was.
  return [withoutStaleQuestion(withFacts(next, facts), facts), commands];
}

function handle(state: FormState, event: FormEvent, facts: Facts): Step {
  const { phase } = state;
  switch (event.type) {
    case 'factsChanged':
      return [refilledByLine(state, facts), []];
    case 'edited':
      return typed(state, edited(state, event.texts, facts));
    case 'tidied':
      return [write(state, { [event.field]: event.text }, facts), []];
    case 'lineTyped':
      return typed(state, withLine(state, event.text, facts));
    case 'fieldLeft':
      return [{ ...state, touched: new Set([...state.touched, event.field]) }, []];
    case 'moreToggled':
      return [{ ...state, moreOpen: !state.moreOpen }, []];
    case 'scenarioChosen':
      return [{ ...state, scenario: event.scenario }, []];
    case 'submitted':
      // The second press of a double one finds the form emptied. A question has answers of its own.
      return state.sent !== null || isAsked(state) ? [state, []] : submit(state, facts);
    case 'confirmed':
      return phase.name === 'confirming'
        ? send(state, facts, { confirmLive: phase.isFirstLive })
        : [state, []];
    case 'repeatConfirmed': {
      if (phase.name !== 'repeating') return [state, []];
      const answer = { of: phase.question.past.intentId, confirmation: event.orderId };
      return send(state, facts, { repeat: [...phase.answers, answer] });
    }
    case 'wentBack':
      return isAsked(state)
        ? [{ ...markSubmitted(state), phase: EDITING }, [focus('cents')]]
        : [state, []];
    case 'returned':
      return returned(event, facts);
    case 'foundRecorded':
      return [foundRecorded(state, event, facts), []];
    case 'orderSuggested':
      return [isOrderWanted(state) ? withOrder(state, event.orderId) : state, []];
    case 'orderOutdated':
      return phase.name === 'editing' && state.draft.orderIsAuto
        ? [withOrder(cleared(state), ''), []]
        : [state, []];
    case 'nextOrderGiven':
      return [withOrder(cleared(state), event.orderId), [focus('order_id')]];
    case 'nextOrderRefused':
      return [{ ...state, failure: event.failure }, []];
    case 'restored':
      // A draft that the operator has begun in the meantime stays.
      return [isFree(state.draft) ? restored(state, event.draft, facts) : state, []];
    case 'refilled':
      return [refilled(state, event, facts), [focus(SPOT_AFTER_REFILL[event.how])]];
    case 'linked':
      // Not while a request is asked about: the hook offers it again.
      return isAsked(state)
        ? [state, []]
        : [linked(state, event.texts, facts), [focus('cents'), { do: 'prepare' }]];
    case 'startedAnew':
      return [anew(state, facts), []];
    default:
      return assertNever(event);
  }
}

/** A request is likely to follow a text that has changed. */
function typed(before: FormState, after: FormState): Step {
  const isChanged =
    before.line.text !== after.line.text ||
    DRAFT_FIELDS.some((field) => before.draft.texts[field] !== after.draft.texts[field]);
  return [after, isChanged ? [{ do: 'prepare' }] : []];
}

/** Checks the request as it stands, then asks about it or sends it. */
function submit(state: FormState, facts: Facts): Step {
  if (isDoubtful(state.line, facts)) {
    // A line that was not understood is not issued in part.
    return [{ ...state, line: { ...state.line, wasRefused: true } }, [focus('quick')]];
  }
  const { deposit } = readForm(state, facts);
  const { faults } = checkDraft(deposit, facts.profile, facts.limits, facts.nowMs);
  const isOrderComing = isOrderWanted(state) && !facts.isOrderFailed;
  const refusing = faults.filter(
    ({ field, force }) => force === 'refuse' && !(field === 'order_id' && isOrderComing),
  );
  if (refusing.length > 0) return pointAt(markSubmitted(state), refusing, facts);
  const threshold = crossedThreshold(deposit, facts.profile);
  const { isFirstLive } = facts;
  if (threshold === null && !isFirstLive) return send(state, facts, {});
  const about = contentOf(state, facts);
  return [
    { ...markSubmitted(state), phase: { name: 'confirming', about, threshold, isFirstLive } },
    [],
  ];
}

type Answers = { readonly confirmLive?: boolean; readonly repeat?: Repeat };

/** The form is free for the next customer at once, where the last request was begun. */
function send(state: FormState, facts: Facts, answers: Answers): Step {
  const { confirmLive = false, repeat = [] } = answers;
  const { deposit } = readForm(state, facts);
  const begin = state.line.text.trim() === '' ? 'cents' : 'quick';
  const form = { ...state, draft: { ...state.draft, shown: facts.shown } };
  const sent = { form, deposit, repeat, failure: null };
  return [emptied(state, facts), [{ do: 'record', sent, confirmLive }, focus(begin)]];
}

/** With the reason, or with the question that core has asked. */
function returned(
  { sent, isKeyboardHere }: Extract<FormEvent, { readonly type: 'returned' }>,
  facts: Facts,
): Step {
  const { failure } = sent;
  const form: FormState = { ...markSubmitted(sent.form), failure, phase: EDITING, sent: null };
  const question = failure === null ? null : repeatQuestionOf(failure);
  if (question !== null) {
    const about = contentOf(form, facts);
    return [{ ...form, phase: { name: 'repeating', about, question, answers: sent.repeat } }, []];
  }
  const coreFaults = failure?.code === 'invalid_fields' ? failure.faults : [];
  const [pointed, commands] = pointAt({ ...form, coreFaults }, coreFaults, facts);
  if (!isKeyboardHere) return [pointed, []];
  // Out of the boxes: the line of the next customer must not go on where this one's ends.
  return [pointed, coreFaults.length === 0 ? [focus('why')] : commands];
}

function pointAt(state: FormState, faults: readonly FieldFault[], { flow }: Facts): Step {
  const first = DRAFT_FIELDS.find((name) => faults.some(({ field }) => field === name));
  if (first === undefined) return [state, []];
  const isInMore = moreFieldsOf(flow).some(({ field }) => field === first);
  return [{ ...state, moreOpen: state.moreOpen || isInMore }, [focus(first)]];
}
