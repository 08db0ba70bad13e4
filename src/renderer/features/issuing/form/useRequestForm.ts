import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import type { PastRequest } from '#shared/domain/customer.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import type { FormLink } from '#shared/domain/formLink.ts';
import { type MinorUnits, Money } from '#shared/domain/money.ts';
import type { QuickReading } from '#shared/domain/quickLine.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { Scenario } from '#shared/domain/scenario.ts';

import { isFixed, useClient, useDesk } from '../../../client/deskContext.ts';
import { useFormLink } from '../../../client/formLink.ts';
import { useRefill } from '../../../client/refill.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useAfterPress, useNow } from '../../../ui/hooks.ts';
import { type ReadDraft, type Texts, isFree } from './draft.ts';
import {
  type FieldNotes,
  checkTexts,
  notesFor,
  readingsToOffer,
  withHidden,
  withWarnings,
} from './fieldNotes.ts';
import { type FormState, isAsked } from './formState.ts';
import { readLine } from './quickLine.ts';
import { intentOf, useWantedBack } from './sentForms.ts';
import { type FormHandle, type FormStore, useFormStore } from './useFormStore.ts';
import { useSecondLook } from './useSecondLook.ts';

/** What the operator can do with the form. */
export type FormActions = {
  readonly setText: (field: DraftField, text: string) => void;
  readonly setTexts: (texts: Partial<Texts>) => void;
  readonly tidy: (field: DraftField, text: string) => void;
  readonly leave: (field: DraftField) => void;
  readonly typeLine: (text: string) => void;
  readonly toggleMore: () => void;
  readonly chooseScenario: (scenario: Scenario) => void;
  readonly submit: () => void;
  readonly confirm: () => void;
  readonly confirmRepeat: (orderId: string) => void;
  readonly back: () => void;
  readonly takeNextOrder: () => void;
  readonly startAnew: () => void;
};

/** Asked before a request replaces what is typed for another customer, or is taken to another profile. */
export type RefillQuestion = {
  /** Empty where the desk had not numbered it yet. */
  readonly order: string;
  readonly customer: string;
  /** The name of the other profile. */
  readonly issuedAt: string | null;
  readonly replace: () => void;
  readonly keep: () => void;
};

export type RequestForm = FormState &
  FormActions & {
    readonly isAsked: boolean;
    readonly read: ReadDraft;
    readonly notes: FieldNotes;
    readonly nowMs: number;
    readonly isRestored: boolean;
    /** Null while the quick line is empty or fills nothing. */
    readonly lineReading: QuickReading | null;
    /** Of the amounts that a text can mean, those to choose from. */
    readonly offered: (readings: readonly MinorUnits[]) => readonly MinorUnits[];
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
  const look = useSecondLook(draft, reading.read, nowMs);
  const notes = notesFor(reading, state.coreFaults, state, settings.language, say);
  return {
    ...state,
    ...useFormActions(flow, store),
    isAsked: isAsked(state),
    read: reading.read,
    notes: withHidden(withWarnings(notes, look.warnings), draft.texts, say),
    nowMs,
    isRestored: state.restored === draft,
    lineReading,
    offered: (readings) =>
      readingsToOffer(readings, (cents) => {
        const texts = { ...draft.texts, cents: Money.shown(cents, reading.read.currency, 'en') };
        return checkTexts(texts, flow, profile, limits, nowMs, habit.choices);
      }),
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

function useFormActions(flow: Flow, store: FormStore): FormActions {
  const client = useClient();
  const { id: profileId } = useDesk().profile;
  const afterPress = useAfterPress();
  return useMemo(() => {
    const { send } = store;
    return {
      setText: (field, text) => send({ type: 'edited', texts: { [field]: text } }),
      setTexts: (texts) => send({ type: 'edited', texts }),
      tidy: (field, text) => send({ type: 'tidied', field, text }),
      leave: (field) => afterPress(() => send({ type: 'fieldLeft', field })),
      typeLine: (text) => send({ type: 'lineTyped', text }),
      toggleMore: () => send({ type: 'moreToggled' }),
      chooseScenario: (scenario) => send({ type: 'scenarioChosen', scenario }),
      submit: () => send({ type: 'submitted' }),
      confirm: () => send({ type: 'confirmed' }),
      confirmRepeat: (orderId) => send({ type: 'repeatConfirmed', orderId }),
      back: () => send({ type: 'wentBack' }),
      async takeNextOrder() {
        const reply = await client.call('order.suggest', { profileId, flow });
        if (reply.ok) send({ type: 'nextOrderGiven', orderId: reply.value.orderId });
        else send({ type: 'nextOrderRefused', failure: reply.error });
      },
      startAnew: () => send({ type: 'startedAnew' }),
    };
  }, [client, profileId, flow, store, afterPress]);
}

/** Puts a request that was issued before into the form, as another one; or one that was not issued, as it was. */
function useRefillQuestion(flow: Flow, handle: FormHandle): RefillQuestion | null {
  const { state, store, sentForms } = handle;
  const { profile, settings } = useDesk();
  const { wanted, done } = useRefill();
  const unsent = useWantedBack(flow);
  const issued = wanted?.request.body.flow === flow ? wanted : null;
  const fields = issued?.request.body.fields ?? unsent?.deposit.fields;
  const isOfOtherProfile = issued !== null && issued.request.profileId !== profile.id;
  const isFormFree = isFree(state.draft) && state.line.text.trim() === '' && !isOfOtherProfile;
  const replace = (): void => {
    if (issued !== null) {
      const { request, how } = issued;
      store.send({ type: 'refilled', body: request.body, how, language: settings.language });
      done();
    } else if (unsent !== null) {
      store.send({ type: 'returned', sent: unsent, isKeyboardHere: true });
      sentForms.end(intentOf(unsent));
    }
  };
  const keep = (): void => {
    if (issued !== null) done();
    else if (unsent !== null) sentForms.change(intentOf(unsent), { isWanted: false });
  };
  const fillUnasked = useEffectEvent(replace);
  const isDue = fields !== undefined && isFormFree;
  useEffect(() => {
    if (isDue) fillUnasked();
  }, [isDue]);
  if (fields === undefined || isFormFree) return null;
  const { order_id: order, customer = '' } = fields;
  const issuedAt = isOfOtherProfile ? issued.request.profileName : null;
  return { order, customer: customer.trim(), issuedAt, replace, keep };
}

/** Fills the form in, or asks first where something is typed. Nothing is ever submitted, and the profile stays as it is. */
function useLinkQuestion(flow: Flow, { state, store }: FormHandle): LinkQuestion | null {
  const { wanted, done } = useFormLink();
  const [told, setTold] = useState<FormLink | null>(null);
  const isHere = wanted !== null && (wanted.flow ?? flow) === flow;
  const here = isHere && !isAsked(state) ? wanted : null;
  const isEmpty = here !== null && Object.keys(here.texts).length === 0;
  // A link that names nothing replaces nothing.
  const isFormFree = isEmpty || (isFree(state.draft) && state.line.text.trim() === '');
  const fill = (link: FormLink): void => {
    if (isAsked(store.read().state)) return;
    if (Object.keys(link.texts).length > 0) store.send({ type: 'linked', texts: link.texts });
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
