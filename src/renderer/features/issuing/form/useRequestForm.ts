import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';

import type { PastRequest } from '#shared/domain/customer.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import type { FormLink } from '#shared/domain/formLink.ts';
import { type MinorUnits, formatMoney } from '#shared/domain/money.ts';
import type { QuickReading } from '#shared/domain/quickLine.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { Scenario } from '#shared/domain/scenario.ts';

import { isFixed, useDesk } from '../../../client/deskContext.ts';
import { useFormLink } from '../../../client/formLink.ts';
import { type Refillable, useRefill } from '../../../client/refill.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { takesKeys } from '../../../ui/KeySafeQuestion.tsx';
import { useAfterPress, useNow } from '../../../ui/hooks.ts';
import { type ReadDraft, type Texts, freshIntentId, isFree } from './draft.ts';
import type { Spot } from './fieldId.ts';
import {
  type FieldNotes,
  checkTexts,
  notesFor,
  readingsToOffer,
  withHidden,
  withWarnings,
} from './fieldNotes.ts';
import { type FormState, isAsked, isPending } from './formState.ts';
import { readLine } from './quickLine.ts';
import { type Keys, asLine, joined, withKey } from './typedAhead.ts';
import { type FormHandle, type FormStore, useFormStore } from './useFormStore.ts';
import { useSecondLook } from './useSecondLook.ts';

/** What the operator can do with the form. */
export type FormActions = {
  readonly setText: (field: DraftField, text: string) => void;
  readonly setTexts: (texts: Partial<Texts>) => void;
  readonly tidy: (field: DraftField, text: string) => void;
  readonly leave: (field: DraftField) => void;
  readonly typeLine: (text: string) => void;
  readonly focus: (spot: Spot) => void;
  readonly toggleMore: () => void;
  readonly chooseScenario: (scenario: Scenario) => void;
  readonly submit: () => void;
  readonly confirm: () => void;
  readonly confirmRepeat: (orderId: string) => void;
  readonly back: () => void;
  readonly takeNextOrder: () => void;
  readonly startAnew: () => void;
  /** Of every key in the form, before any other handler: keys typed while a request is recorded belong to the next one. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
};

/** Asked before a request replaces what is typed for another customer, or is taken to another profile. */
export type RefillQuestion = {
  readonly request: Refillable;
  readonly isOfOtherProfile: boolean;
  readonly replace: () => void;
  readonly keep: () => void;
};

export type RequestForm = FormState &
  FormActions & {
    readonly pending: boolean;
    readonly isAsked: boolean;
    readonly read: ReadDraft;
    readonly notes: FieldNotes;
    readonly nowMs: number;
    readonly isRestored: boolean;
    /** Null while the quick line is empty or fills nothing. */
    readonly lineReading: QuickReading | null;
    /** Of the amounts that a text can mean, those to choose from. */
    readonly offered: (readings: readonly MinorUnits[]) => readonly MinorUnits[];
    /** Keys that wait for the form, as one line. */
    readonly waiting: string;
    /** The newest request for the named customer. */
    readonly last: PastRequest | null;
    /** The request without an answer for the named customer. */
    readonly unanswered: DepositRequest | null;
    readonly isOrderFailed: boolean;
    /** Only the embedded provider has scenarios. */
    readonly hasScenarios: boolean;
    readonly refill: RefillQuestion | null;
    readonly link: LinkQuestion | null;
  };

const CLOCK_MS = 10_000;

/** The form as its components draw it. */
export function useRequestForm(flow: Flow): RequestForm {
  const say = useSay();
  const { profile, settings } = useDesk();
  const handle = useFormStore(flow);
  const { state, facts, store } = handle;
  const { draft, habit, line } = state;
  const { limits } = facts;
  const nowMs = useNow(CLOCK_MS);
  const reading = useMemo(
    () => checkTexts(draft.texts, flow, profile, limits, nowMs, habit.choices),
    [draft.texts, flow, profile, limits, nowMs, habit],
  );
  const lineReading = useMemo(() => readLine(line, facts), [line, facts]);
  const look = useSecondLook(draft, reading.read, nowMs, state.phase.name === 'recording');
  const notes = notesFor(reading, state.coreFaults, state, settings.language, say);
  return {
    ...state,
    ...useFormActions(store),
    pending: isPending(state),
    isAsked: isAsked(state),
    read: reading.read,
    notes: withHidden(withWarnings(notes, look.warnings), draft.texts, say),
    nowMs,
    isRestored: state.restored === draft,
    lineReading,
    offered: (readings) =>
      readingsToOffer(readings, (cents) => {
        const texts = { ...draft.texts, cents: formatMoney(cents, reading.read.currency, 'en') };
        return checkTexts(texts, flow, profile, limits, nowMs, habit.choices);
      }),
    waiting: asLine(state.ahead.keys),
    last: look.last,
    unanswered: look.unanswered,
    isOrderFailed: facts.isOrderFailed,
    hasScenarios: isFixed(profile),
    refill: useRefillQuestion(flow, handle),
    link: useLinkQuestion(flow, handle),
  };
}

/** Asked before a link of another program replaces what is typed. */
export type LinkQuestion = {
  readonly link: FormLink;
  /** False: the fields hold what the link names; only what it named in vain is told. */
  readonly isAsking: boolean;
  readonly replace: () => void;
  readonly close: () => void;
};

/** All there is to see of it is in the quick line: nothing is asked, refused or warned of, and nothing else is filled in. */
export function isCalm({ draft, line, notes, ...form }: RequestForm): boolean {
  const isNoted = Object.values(notes).some(
    ({ error, warning }) => error !== null || warning !== null,
  );
  const isQuiet =
    form.failure === null && form.refill === null && form.link === null && form.unanswered === null;
  return isQuiet && !form.isAsked && !isNoted && (isFree(draft) || line.text !== '');
}

function useFormActions(store: FormStore): FormActions {
  const afterPress = useAfterPress();
  return useMemo(() => {
    const { send } = store;
    return {
      setText: (field, text) => send({ type: 'edited', texts: { [field]: text } }),
      setTexts: (texts) => send({ type: 'edited', texts }),
      tidy: (field, text) => send({ type: 'tidied', field, text }),
      leave: (field) => afterPress(() => send({ type: 'fieldLeft', field })),
      typeLine: (text) => send({ type: 'lineTyped', text }),
      focus: (spot) => send({ type: 'focusAsked', spot }),
      toggleMore: () => send({ type: 'moreToggled' }),
      chooseScenario: (scenario) => send({ type: 'scenarioChosen', scenario }),
      submit: () => send({ type: 'submitted' }),
      confirm: () => send({ type: 'confirmed' }),
      confirmRepeat: (orderId) => send({ type: 'repeatConfirmed', orderId }),
      back: () => send({ type: 'wentBack' }),
      takeNextOrder: () => send({ type: 'nextOrderAsked' }),
      startAnew: () => send({ type: 'startedAnew', nextIntentId: freshIntentId() }),
      onKey: (event) => {
        // In a question Tab moves on among its buttons.
        if (isAsked(store.read().state) && event.code === 'Tab') return;
        const isTaken =
          !isCommand(event) && takeAhead(store, event.target, (keys) => withKey(keys, event));
        if (!isTaken) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onPaste: (event) => {
        const pasted = event.clipboardData.getData('text/plain');
        if (takeAhead(store, event.target, (keys) => joined(keys, pasted))) event.preventDefault();
      },
    };
  }, [store, afterPress]);
}

/** False when the form is free and the key goes where it was typed. `add` gives null for a key that types nothing. */
function takeAhead(
  { read, send }: FormStore,
  target: EventTarget,
  add: (keys: Keys) => Keys | null,
): boolean {
  const { state } = read();
  const keys =
    isPending(state) || (isAsked(state) && isInQuestion(target)) ? add(state.ahead.keys) : null;
  if (keys !== null) send({ type: 'typedAhead', keys });
  return keys !== null;
}

/** The box of a question takes its own keys. */
function isInQuestion(target: EventTarget): boolean {
  if (!(target instanceof Element) || takesKeys(target)) return false;
  return target.closest('[role=alertdialog]') !== null;
}

/** AltGr types characters: "₽", "@". An input method that composes takes its own keys. */
function isCommand(event: KeyboardEvent): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  return (isModified && !event.getModifierState('AltGraph')) || event.nativeEvent.isComposing;
}

/** Puts a request that was issued before back into the form, as another one. */
function useRefillQuestion(flow: Flow, { state, store }: FormHandle): RefillQuestion | null {
  const { profile, settings } = useDesk();
  const { wanted, done } = useRefill();
  const here = isPending(state) || wanted?.request.body.flow !== flow ? null : wanted;
  const isOfOtherProfile = here !== null && here.request.profileId !== profile.id;
  const isFormFree = isFree(state.draft) && state.line.text.trim() === '' && !isOfOtherProfile;
  const fill = ({ request, how }: NonNullable<typeof here>): void => {
    const { language } = settings;
    const nextIntentId = freshIntentId();
    store.send({ type: 'refilled', body: request.body, how, nextIntentId, language });
    done();
  };
  const fillUnasked = useEffectEvent(fill);
  useEffect(() => {
    if (here !== null && isFormFree) fillUnasked(here);
  }, [here, isFormFree]);
  if (here === null || isFormFree) return null;
  return { request: here.request, isOfOtherProfile, replace: () => fill(here), keep: done };
}

/** Fills the form in, or asks first where something is typed. Nothing is ever submitted, and the profile stays as it is. */
function useLinkQuestion(flow: Flow, { state, store }: FormHandle): LinkQuestion | null {
  const { wanted, done } = useFormLink();
  const [told, setTold] = useState<FormLink | null>(null);
  const isHere = wanted !== null && (wanted.flow ?? flow) === flow;
  const here = isHere && !isPending(state) && !isAsked(state) ? wanted : null;
  const isEmpty = here !== null && Object.keys(here.texts).length === 0;
  // A link that names nothing replaces nothing.
  const isFormFree = isEmpty || (isFree(state.draft) && state.line.text.trim() === '');
  const fill = (link: FormLink): void => {
    const now = store.read().state;
    if (isPending(now) || isAsked(now)) return;
    if (Object.keys(link.texts).length > 0) {
      store.send({ type: 'linked', texts: link.texts, nextIntentId: freshIntentId() });
    }
    setTold(link.faults.length === 0 ? null : link);
    done();
  };
  const fillUnasked = useEffectEvent(fill);
  useEffect(() => {
    if (here !== null && isFormFree) fillUnasked(here);
  }, [here, isFormFree]);
  if (here !== null && !isFormFree) {
    return { link: here, isAsking: true, replace: () => fill(here), close: done };
  }
  if (told === null) return null;
  return { link: told, isAsking: false, replace: () => undefined, close: () => setTold(null) };
}
