import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

import { callbackUrlFor } from '#shared/domain/callback.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type WhereTo, goesTo, whereTo } from '#shared/domain/profile.ts';
import { plainNumbers } from '#shared/domain/quickLine.ts';
import { assertNever } from '#shared/domain/result.ts';

import { NO_CUSTOMERS, useKnownCustomers } from '../../../client/customers.ts';
import { useClient, useDesk } from '../../../client/deskContext.ts';
import { useAdoptDraft, useForgetDraft, useKeepDraft } from '../../../client/drafts.ts';
import { failureOf } from '../../../client/operation.ts';
import {
  lastAttempt,
  useIsFirstLive,
  useIssue,
  useLastAttempt,
  usePrepareConnection,
} from '../../../client/issue.ts';
import { useLimits } from '../../../client/limits.ts';
import { useListener } from '../../../client/listener.ts';
import { useNowRequests } from '../../../client/requests.ts';
import { typedStorage } from '../../../client/typedStorage.ts';
import { useOnceSettled } from '../../../ui/hooks.ts';
import {
  type Draft,
  endSavedDraft,
  filledInBy,
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
} from './formState.ts';
import { reduceForm } from './reduceForm.ts';
import { useOrderSuggestion } from './useOrderSuggestion.ts';
import type { Keys } from './typedAhead.ts';

/** Later than a key is painted: the browser's storage takes a millisecond. */
const SAVE_AFTER_MS = 50;

/** `commands` are run once the state is drawn. */
type FormSnapshot = { readonly state: FormState; readonly commands: readonly Command[] };

type KnownFacts = Omit<Facts, 'nowMs'>;

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
  let snapshot: FormSnapshot = { state: begin({ ...known, nowMs: nowMs() }), commands: [] };
  const listeners = new Set<() => void>();
  const taken = new WeakSet<readonly Command[]>();
  const send = (event: FormEvent): void => {
    const [state, commands] = reduceForm(snapshot.state, event, { ...known, nowMs: nowMs() });
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
    setFacts(facts) {
      known = facts;
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

/** Typed for the next request and not used yet: keys that wait for the form, and the line that was set aside. */
type KeptLine = { readonly keys: Keys; readonly aside: string };

/** By page, so that it lives as long as the page. In memory only: it may name a customer, and a browser's storage is a file. */
const keptLines = new WeakMap<QueryClient, Map<string, KeptLine>>();

export type FormHandle = {
  readonly state: FormState;
  readonly store: FormStore;
  readonly facts: KnownFacts;
};

/** The form's state and every effect of it: calls to the desk, saving the draft, moving the focus. */
export function useFormStore(flow: Flow): FormHandle {
  const { profile, session } = useDesk();
  const cache = useQueryClient();
  const known = useKnownFacts(flow);
  const [ofPage] = useState(() => loadDraft(typedStorage(), profile.id, flow));
  const lineKey = `${session.person?.personId ?? ''} ${profile.id} ${flow}`;
  const [store] = useState(() => {
    const draft = ofPage ?? newDraft(freshIntentId(), known.filledIn);
    const attempt = lastAttempt(cache, draft.intentId);
    const kept = keptLines.get(cache)?.get(lineKey) ?? { keys: '', aside: '' };
    const isRecording = attempt?.status === 'pending';
    return createFormStore(
      (facts) => beginForm({ ...kept, draft, isRecording, isAttempted: attempt !== null }, facts),
      known,
    );
  });
  const snapshot = useSyncExternalStore(store.subscribe, store.read);
  const { state } = snapshot;
  const { draft, line, ahead } = state;
  const place = usePlaceShown(draft);
  useCommands(flow, snapshot, store, place.shown);
  const isOrderFailed = useOrderSuggestion(flow, state, store);
  const knownCustomers = useKnownCustomers(profile.id, plainNumbers(line.text));
  const facts = useMemo(
    () => ({ ...known, isOrderFailed, knownCustomers }),
    [known, isOrderFailed, knownCustomers],
  );
  useLayoutEffect(() => store.setFacts(facts), [store, facts]);
  useAttempt(state, store, place.look);
  useFoundRecorded(state, store);

  const { shown } = place;
  const kept = useMemo(() => ({ ...draft, shown }), [draft, shown]);
  useOnceSettled(kept, SAVE_AFTER_MS, () => saveDraft(typedStorage(), profile.id, flow, kept));
  useKeepDraft(profile.id, flow, isFree(draft) ? null : kept);
  useAdoptDraft(profile.id, flow, ofPage === null, (saved) =>
    store.send({ type: 'restored', draft: saved }),
  );
  const { keys } = ahead;
  const aside = line.isAside ? line.text : '';
  useLayoutEffect(() => {
    const lines = keptLines.get(cache) ?? new Map<string, KeptLine>();
    keptLines.set(cache, lines.set(lineKey, { keys, aside }));
  }, [cache, lineKey, keys, aside]);
  return { state, store, facts };
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
    }),
    [flow, profile, limits, callback, usual, isFirstLive],
  );
}

/** `of`: the draft that it was shown for: while that was empty, or after a refusal. */
type Seen = { readonly at: WhereTo; readonly of: IntentId | null };

/**
 * Where the request goes, as the operator saw it when the first text was typed, also before the screen was left or the page was loaded
 * again: a profile that is pointed elsewhere meanwhile is refused once, and seen then.
 */
function usePlaceShown(draft: Draft): { readonly shown: WhereTo; readonly look: () => void } {
  const { profile } = useDesk();
  const [seen, setSeen] = useState<Seen>(() => ({ at: whereTo(profile), of: null }));
  const { intentId } = draft;
  const look = (): void => setSeen({ at: whereTo(profile), of: intentId });
  const isSeen = seen.of === intentId;
  if (isFree(draft) && !(isSeen && goesTo(profile, seen.at))) look();
  return { shown: isSeen ? seen.at : (draft.shown ?? seen.at), look };
}

function useCommands(flow: Flow, snapshot: FormSnapshot, store: FormStore, shown: WhereTo): void {
  const { draft } = snapshot.state;
  const { profile } = useDesk();
  const client = useClient();
  const forgetDraft = useForgetDraft();
  const prepareConnection = usePrepareConnection(profile.id);
  const { forget } = useLastAttempt(draft.intentId);
  const issue = useIssue(draft.intentId, (done) => {
    // Also where the form is no longer on the screen to hear of it.
    const { profileId, intentId } = done;
    endSavedDraft(typedStorage(), profileId, done.deposit.flow, intentId, freshIntentId());
    forgetDraft(profileId, done.deposit.flow);
  });
  const suggestOrder = async (): Promise<void> => {
    const reply = await client.call('order.suggest', { profileId: profile.id, flow });
    if (reply.ok) store.send({ type: 'nextOrderGiven', orderId: reply.value.orderId });
    else store.send({ type: 'nextOrderRefused', failure: reply.error });
  };
  const run = useEffectEvent((command: Command) => {
    switch (command.do) {
      case 'focus':
        return focusSpot(command.spot);
      case 'forgetAttempt':
        return forget();
      case 'suggestOrder':
        return void suggestOrder();
      case 'prepare':
        // Once the key is painted: what is sent to the desk would be in its way.
        return void requestAnimationFrame(() => setTimeout(prepareConnection));
      case 'record': {
        const { do: _, ...request } = command;
        return issue.mutate({ ...request, profileId: profile.id, shown, reissue: null });
      }
      default:
        return assertNever(command);
    }
  });
  useEffect(() => {
    for (const command of store.take(snapshot)) run(command);
  }, [store, snapshot]);
}

/** Tells the end of an attempt to record, also of one that was begun before the operator left the screen and came back. */
function useAttempt({ draft }: FormState, store: FormStore, look: () => void): void {
  const { attempt, forget } = useLastAttempt(draft.intentId);
  const tell = useEffectEvent(() => {
    const failure =
      attempt?.status === 'error' && attempt.error !== null ? failureOf(attempt.error) : null;
    if (failure?.code === 'profile_changed') look();
    // It waits for a second person, on a card in Now.
    const isWaiting = failure?.code === 'approval_needed';
    if (failure !== null && !isWaiting) store.send({ type: 'failed', failure });
    if (attempt?.status !== 'success' && !isWaiting) return;
    forget();
    const nextIntentId = freshIntentId();
    store.send({ type: 'recorded', nextIntentId, isKeyboardHere: isKeyboardHere() });
  });
  useEffect(() => tell(), [attempt?.number, attempt?.status]);
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
    if (request === undefined) return;
    const nextIntentId = freshIntentId();
    store.send({ type: 'foundRecorded', body: request.body, nextIntentId });
  });
  useEffect(() => {
    if (found !== null) tell();
  }, [found]);
}
