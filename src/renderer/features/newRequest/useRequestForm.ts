import { useEffect, useEffectEvent, useState } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/useNow.ts';
import type { Draft, ReadDraft } from './draft.ts';
import { type DraftReading, type FieldNotes, checkTexts, notesFor } from './fieldNotes.ts';
import { useLimits, useSuggestedOrder } from '../../client/limits.ts';
import { useNowRequests } from '../../client/nowRequests.ts';
import { agoText } from '../../text/time.ts';
import { sameLately } from './secondLook.ts';
import { type Attention, useAttention } from './useAttention.ts';
import { useDraft } from './useDraft.ts';
import { type LargeAmountQuestion, useLargeAmount } from './useLargeAmount.ts';
import { useRecording } from './useRecording.ts';
import { type RefillQuestion, useRefilling } from './useRefilling.ts';

export type RequestFormState = {
  readonly draft: Draft;
  readonly read: ReadDraft;
  readonly notes: FieldNotes;
  readonly failure: Failure | null;
  readonly pending: boolean;
  readonly nowMs: number;
  readonly orderFailed: boolean;
  readonly refill: RefillQuestion | null;
  readonly large: LargeAmountQuestion | null;
  readonly moreOpen: boolean;
  readonly toggleMore: () => void;
  readonly setText: (field: DraftField, text: string) => void;
  readonly leave: (field: DraftField) => void;
  readonly submit: () => void;
  readonly takeNextOrder: () => void;
  readonly startAnew: () => void;
};

const CLOCK_MS = 10_000;

/** Everything the form does, apart from how it looks. */
export function useRequestForm(flow: Flow): RequestFormState {
  const { profile } = useDesk();
  const handle = useDraft(profile, flow);
  const { draft, setText, setSuggestedOrder, startNext, startAnew } = handle;
  const limits = useLimits(profile.id).data?.snapshot ?? null;
  const nowMs = useNow(CLOCK_MS);
  const attention = useAttention(flow, draft);
  const recording = useRecording(draft.intentId, {
    recorded: () => {
      startNext();
      attention.clear();
      attention.focus('cents');
    },
    failed: attention.fail,
  });
  const suggestion = useOrderSuggestion(draft, flow, setSuggestedOrder);
  const hasty = usePatience(suggestion.coming, () => submitNow());
  const pending = recording.pending || hasty.waiting;
  const refill = useRefilling(handle, attention, flow === 'create' && !pending);
  const takeNextOrder = useNextOrder(flow, setSuggestedOrder, attention, recording.forget);
  const reading = checkTexts(draft.texts, flow, profile, limits, nowMs);
  const notes = useNotes(reading, attention, nowMs);
  const large = useLargeAmount(reading.read.deposit, recording.record, () =>
    attention.focus('cents'),
  );

  const submitNow = (): void => {
    // A second press while the first is being recorded; core would return the same request anyway.
    if (recording.pending) return;
    recording.forget();
    const fresh = checkTexts(draft.texts, flow, profile, limits, Date.now());
    if (attention.refuse(fresh.faults)) return;
    large.recordOrAsk(fresh.read.deposit);
  };

  return {
    draft,
    read: reading.read,
    notes,
    failure: attention.failure,
    pending,
    nowMs,
    orderFailed: suggestion.failed,
    refill,
    large: large.question,
    moreOpen: attention.moreOpen,
    toggleMore: attention.toggleMore,
    setText: (field, text) => {
      // The fields on their way are the ones on the screen, which cannot be typed into meanwhile.
      if (pending) return;
      setText(field, text);
      attention.edited(field);
    },
    leave: attention.leave,
    submit: hasty.press,
    takeNextOrder,
    startAnew: () => {
      attention.clear();
      startAnew();
    },
  };
}

/** The rule's own words; where it has none for the customer, that the same was issued lately: it informs and stops nobody. */
function useNotes(reading: DraftReading, attention: Attention, nowMs: number): FieldNotes {
  const say = useSay();
  const { profile, settings } = useDesk();
  const notes = notesFor(reading, attention.coreFaults, attention, settings.language, say);
  const same = sameLately(reading.read, useNowRequests(profile.id).data ?? [], profile, nowMs);
  if (same === null) return notes;
  const values = { order: same.body.fields.order_id, ago: agoText(same.createdAt, nowMs, say) };
  return { customer: { error: null, warning: say('form.same', values) }, ...notes };
}

/** For an order id that turned out to be taken. */
function useNextOrder(
  flow: Flow,
  setSuggestedOrder: (orderId: string) => void,
  attention: Attention,
  forget: () => void,
): () => void {
  const client = useClient();
  const profileId = useDesk().profile.id;
  const takeNext = async (): Promise<void> => {
    const reply = await client.call('order.suggest', { profileId, flow });
    if (!reply.ok) {
      attention.fail(reply.error);
      return;
    }
    attention.clear();
    setSuggestedOrder(reply.value.orderId);
    attention.focus('order_id');
  };
  return () => {
    forget();
    void takeNext();
  };
}

/** Whoever submits before the order id is there is not told that it is missing: the press waits until it is, or will not be. */
function usePatience(
  coming: boolean,
  act: () => void,
): { readonly waiting: boolean; readonly press: () => void } {
  const [waiting, setWaiting] = useState(false);
  const actAtLast = useEffectEvent(act);
  useEffect(() => {
    if (!waiting || coming) return;
    setWaiting(false);
    actAtLast();
  }, [waiting, coming]);
  return { waiting, press: () => (coming ? setWaiting(true) : act()) };
}

type Suggestion = { readonly coming: boolean; readonly failed: boolean };

/** Fills an untouched, empty order id. */
function useOrderSuggestion(
  draft: Draft,
  flow: Flow,
  setSuggestedOrder: (orderId: string) => void,
): Suggestion {
  const { profile } = useDesk();
  const wanted = draft.orderIsAuto && draft.texts.order_id === '';
  const suggestion = useSuggestedOrder(profile.id, flow, draft.intentId, wanted);
  const suggested = suggestion.data;
  useEffect(() => {
    if (wanted && suggested !== undefined) setSuggestedOrder(suggested);
  }, [wanted, suggested, setSuggestedOrder]);
  return { coming: wanted && !suggestion.isError, failed: wanted && suggestion.isError };
}
