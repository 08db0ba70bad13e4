import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import { assertNever } from '#shared/domain/result.ts';

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
import { useLimits, useSuggestedOrder } from '../../../client/limits.ts';
import { useOwnCallbackUrl } from '../../../client/listener.ts';
import { useNowRequests } from '../../../client/requests.ts';
import { typedStorage } from '../../../client/typedStorage.ts';
import { useOnceSettled } from '../../../ui/hooks.ts';
import {
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
  isOrderWanted,
} from './formState.ts';
import { reduceForm } from './reduceForm.ts';
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
  useCommands(flow, snapshot, store);
  const isOrderFailed = useOrderSuggestion(flow, state, store);
  const facts = useMemo(() => ({ ...known, isOrderFailed }), [known, isOrderFailed]);
  useLayoutEffect(() => store.setFacts(facts), [store, facts]);
  useAttempt(state, store);
  useFoundRecorded(state, store);

  useOnceSettled(draft, SAVE_AFTER_MS, () => saveDraft(typedStorage(), profile.id, flow, draft));
  useKeepDraft(profile.id, flow, isFree(draft) ? null : draft);
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
  const ownCallback = useOwnCallbackUrl(profile);
  const usual = useMemo(() => habitOf(requests ?? [], flow), [requests, flow]);
  return useMemo(
    () => ({
      flow,
      profile,
      limits,
      filledIn: filledInBy(profile, ownCallback),
      usual,
      isFirstLive,
      isOrderFailed: false,
    }),
    [flow, profile, limits, ownCallback, usual, isFirstLive],
  );
}

function useCommands(flow: Flow, snapshot: FormSnapshot, store: FormStore): void {
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
        return issue.mutate({ ...request, profileId: profile.id, reissue: null });
      }
      default:
        return assertNever(command);
    }
  });
  useEffect(() => {
    for (const command of store.take(snapshot)) run(command);
  }, [store, snapshot]);
}

/** Fills an empty order id that the operator has not touched. True when the desk cannot suggest one. */
function useOrderSuggestion(flow: Flow, state: FormState, store: FormStore): boolean {
  const { profile } = useDesk();
  const isWanted = isOrderWanted(state);
  const { data, isError } = useSuggestedOrder(profile.id, flow, state.draft.intentId, isWanted);
  useEffect(() => {
    if (isWanted && data !== undefined) store.send({ type: 'orderSuggested', orderId: data });
  }, [isWanted, data, store]);
  return isWanted && isError;
}

/** Tells the end of an attempt to record, also of one that was begun before the operator left the screen and came back. */
function useAttempt({ draft }: FormState, store: FormStore): void {
  const { attempt, forget } = useLastAttempt(draft.intentId);
  const tell = useEffectEvent(() => {
    const failure =
      attempt?.status === 'error' && attempt.error !== null ? failureOf(attempt.error) : null;
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
