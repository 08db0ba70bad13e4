import { useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

import { callbackUrlFor, filledInBy } from '#shared/domain/callback.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { whereTo } from '#shared/domain/profile.ts';
import { assertNever } from '#shared/domain/result.ts';

import { NO_CUSTOMERS, useKnownCustomers } from '../../../client/customers.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { useAdoptDraft, useForgetDraft, useKeepDraft } from '../../../client/drafts.ts';
import { useIsFirstLive, useIssue, usePrepareConnection } from '../../../client/issue.ts';
import { useLimits } from '../../../client/limits.ts';
import { useListener } from '../../../client/listener.ts';
import { useNowRequests } from '../../../client/requests.ts';
import { typedStorage } from '../../../client/typedStorage.ts';
import { useOnceSettled } from '../../../ui/hooks.ts';
import {
  endSavedDraft,
  freshIntentId,
  habitOf,
  isFree,
  loadDraft,
  newDraft,
  saveDraft,
} from './draft.ts';
import { focusSpot, isKeyboardHere } from './fieldId.ts';
import {
  type Command,
  type Facts,
  type FormEvent,
  type FormState,
  beginForm,
  isOrderWanted,
} from './formState.ts';
import { emptied } from './formEdits.ts';
import { customersToLookUp } from './quickLine.ts';
import { reduceForm } from './reduceForm.ts';
import { type SentForms, intentOf, isUnclear, sentForm, useSentForms } from './sentForms.ts';
import { useOrderSuggestion } from './useOrderSuggestion.ts';
import { usePlaceShown } from './usePlaceShown.ts';

/** Later than a key is painted: the browser's storage takes a millisecond. */
const SAVE_AFTER_MS = 50;

/** `commands` are run once the state is drawn. */
type FormSnapshot = { readonly state: FormState; readonly commands: readonly Command[] };

type KnownFacts = Omit<Facts, 'nowMs' | 'nextIntentId'>;

export type FormStore = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => FormSnapshot;
  readonly send: (event: FormEvent) => void;
  readonly setFacts: (facts: KnownFacts) => void;
  /** The commands of the snapshot that was drawn, each given out once. */
  readonly take: (drawn: FormSnapshot) => readonly Command[];
};

/**
 * Holds the form outside React: a key may arrive between an event and the drawing of what it changed, and must meet the newest
 * state.
 */
function createFormStore(
  begin: (facts: Facts) => FormState,
  firstFacts: KnownFacts,
  nowMs: () => number = Date.now,
): FormStore {
  let known = firstFacts;
  const facts = (): Facts => ({ ...known, nowMs: nowMs(), nextIntentId: freshIntentId() });
  let snapshot: FormSnapshot = { state: begin(facts()), commands: [] };
  const listeners = new Set<() => void>();
  const taken = new WeakSet<readonly Command[]>();
  const send = (event: FormEvent): void => {
    const [state, commands] = reduceForm(snapshot.state, event, facts());
    if (state === snapshot.state && commands.length === 0) return;
    const waiting = taken.has(snapshot.commands) ? [] : snapshot.commands;
    snapshot = { state, commands: [...waiting, ...commands] };
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => snapshot,
    send,
    setFacts(next) {
      known = next;
      send({ type: 'factsChanged' });
    },
    take(drawn) {
      // Of an older drawing: the newer one has the same commands and more.
      if (drawn !== snapshot || taken.has(drawn.commands)) return [];
      taken.add(drawn.commands);
      return drawn.commands;
    },
  };
}

export type FormHandle = {
  readonly state: FormState;
  readonly store: FormStore;
  readonly facts: KnownFacts;
  readonly sentForms: SentForms;
};

/** The form's state and every effect of it: calls to the desk, saving the draft, moving the focus. */
export function useFormStore(flow: Flow): FormHandle {
  const { profile } = useDesk();
  const cache = useQueryClient();
  const known = useKnownFacts(flow);
  const [ofPage] = useState(() => loadDraft(typedStorage(), profile.id, flow));
  const [store] = useState(() => {
    const draft = ofPage ?? newDraft(freshIntentId(), known.filledIn);
    // The screen was left, and is opened again, while the request is being recorded.
    const isSent = sentForm(cache, draft.intentId)?.failure === null;
    return createFormStore((facts) => {
      const form = beginForm(draft, facts);
      return isSent ? emptied(form, facts) : form;
    }, known);
  });
  const snapshot = useSyncExternalStore(store.subscribe, store.read);
  const { state } = snapshot;
  const { draft, line } = state;
  const shown = usePlaceShown(profile, state);
  const { orderOf, isOrderFailed } = useOrderSuggestion(flow, state, store);
  const sentForms = useSentForms();
  useCommands(snapshot, store, { orderOf, sentForms });
  const knownCustomers = useKnownCustomers(profile.id, customersToLookUp(line, known));
  const facts = useMemo(
    () => ({ ...known, isOrderFailed, knownCustomers, shown }),
    [known, isOrderFailed, knownCustomers, shown],
  );
  useLayoutEffect(() => store.setFacts(facts), [store, facts]);
  useReturned(flow, state, store, sentForms);
  useFoundRecorded(state, store);

  const sent = sentForms.list.find((one) => intentOf(one) === state.sent);
  // Until it is recorded the draft that was sent is kept: its intent id finds the request again.
  const underWay = sent?.failure === null ? sent.form.draft : null;
  const kept = useMemo(() => underWay ?? { ...draft, shown }, [underWay, draft, shown]);
  useOnceSettled(kept, SAVE_AFTER_MS, () => saveDraft(typedStorage(), profile.id, flow, kept));
  useKeepDraft(profile.id, flow, isFree(kept) ? null : kept);
  useAdoptDraft(profile.id, flow, ofPage === null, (saved) =>
    store.send({ type: 'restored', draft: saved }),
  );
  return { state, store, facts, sentForms };
}

function useKnownFacts(flow: Flow): KnownFacts {
  const { profile } = useDesk();
  const limits = useLimits(profile.id).data?.snapshot ?? null;
  const requests = useNowRequests(profile.id).data;
  const isFirstLive = useIsFirstLive(profile);
  const callback = callbackUrlFor(profile, useListener(profile.id).data);
  const usual = useMemo(() => habitOf(requests ?? [], flow), [requests, flow]);
  return useMemo(
    () => ({
      flow,
      profile,
      limits,
      filledIn: filledInBy(profile, callback),
      usual,
      isFirstLive,
      isOrderFailed: false,
      knownCustomers: NO_CUSTOMERS,
      shown: whereTo(profile),
    }),
    [flow, profile, limits, callback, usual, isFirstLive],
  );
}

type Sending = {
  readonly orderOf: (intentId: IntentId) => Promise<string | null>;
  readonly sentForms: SentForms;
};

function useCommands(
  snapshot: FormSnapshot,
  store: FormStore,
  { orderOf, sentForms }: Sending,
): void {
  const { id: profileId } = useDesk().profile;
  const forgetDraft = useForgetDraft();
  const prepareConnection = usePrepareConnection(profileId);
  const issue = useIssue({
    // Also where the form is no longer on the screen to hear of it.
    onRecorded(done) {
      sentForms.end(done.intentId);
      const { flow } = done.deposit;
      const isEnded = endSavedDraft(typedStorage(), done.profileId, flow, done.intentId);
      if (isEnded) forgetDraft(done.profileId, flow);
    },
    onFailed: ({ intentId }, failure) => sentForms.change(intentId, { failure }),
  });
  const run = useEffectEvent((command: Command) => {
    switch (command.do) {
      case 'focus':
        return focusSpot(command.spot);
      case 'prepare':
        // Once the key is painted: what is sent to the desk would be in its way.
        return void requestAnimationFrame(() => setTimeout(prepareConnection));
      case 'record': {
        const { sent, confirmLive } = command;
        const { deposit, repeat, form } = sent;
        const { intentId, shown = null } = form.draft;
        sentForms.add({ ...sent, profileId, isWanted: false });
        const suggestedOrder = isOrderWanted(form) ? orderOf(intentId) : undefined;
        const by = { confirmLive, scenario: form.scenario, suggestedOrder, reissue: null };
        return issue.mutate({ intentId, profileId, shown, deposit, repeat, ...by });
      }
      default:
        return assertNever(command);
    }
  });
  useEffect(() => {
    for (const command of store.take(snapshot)) run(command);
  }, [store, snapshot]);
}

/** What was not issued goes back into the form, unless something was typed since: then its card in Now offers it. */
function useReturned(
  flow: Flow,
  { sent, draft }: FormState,
  store: FormStore,
  { list, end }: SentForms,
): void {
  const { profile } = useDesk();
  const requests = useNowRequests(profile.id).data ?? [];
  const isOfForm = (of: IntentId, held: Pick<FormState, 'sent' | 'draft'>): boolean =>
    of === held.sent || of === held.draft.intentId;
  // The answer was lost, and the request stands in Now.
  const recorded = list.find(
    (one) => isUnclear(one.failure) && requests.some(({ intentId }) => intentId === intentOf(one)),
  );
  const refused = list.find(
    (one) =>
      one !== recorded &&
      one.failure !== null &&
      one.profileId === profile.id &&
      one.deposit.flow === flow &&
      isOfForm(intentOf(one), { sent, draft }),
  );
  const take = useEffectEvent(() => {
    if (recorded !== undefined) end(intentOf(recorded));
    // A key may have come since this was drawn.
    if (refused === undefined || !isOfForm(intentOf(refused), store.read().state)) return;
    end(intentOf(refused));
    store.send({ type: 'returned', sent: refused, isKeyboardHere: isKeyboardHere() });
  });
  useLayoutEffect(() => take(), [recorded, refused]);
}

/**
 * A page that was reloaded, or a desk that was killed, may not have heard that its draft was recorded. The request is then among
 * the newest ones, and the same draft would be refused as a conflict.
 */
function useFoundRecorded({ draft }: FormState, store: FormStore): void {
  const { profile } = useDesk();
  const requests = useNowRequests(profile.id).data;
  const found = requests?.find(({ intentId }) => intentId === draft.intentId)?.intentId ?? null;
  const tell = useEffectEvent(() => {
    const request = requests?.find(({ intentId }) => intentId === found);
    if (request !== undefined) store.send({ type: 'foundRecorded', body: request.body });
  });
  useEffect(() => {
    if (found !== null) tell();
  }, [found]);
}
