import { useEffect, useState } from 'react';

import { DRAFT_FIELDS, type DraftField, type FieldFault } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Flow } from '#shared/domain/deposit.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/failureError.ts';
import { useSay } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/useNow.ts';
import type { Draft, ReadDraft } from './draft.ts';
import { focusField } from './fieldId.ts';
import { type FieldNotes, checkTexts, notesFor } from './fieldNotes.ts';
import { moreFieldsOf } from './MoreFields.tsx';
import { useIssue } from './mutations.ts';
import { useLimits, useSuggestedOrder } from './queries.ts';
import { useDraft } from './useDraft.ts';

export type RequestFormState = {
  readonly draft: Draft;
  readonly read: ReadDraft;
  readonly notes: FieldNotes;
  readonly failure: Failure | null;
  readonly pending: boolean;
  readonly nowMs: number;
  readonly orderFailed: boolean;
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
  const say = useSay();
  const client = useClient();
  const { profile, settings } = useDesk();
  const { draft, setText, setSuggestedOrder, startNext, startAnew } = useDraft(profile.id, flow);
  const limits = useLimits(profile.id).data?.snapshot ?? null;
  const issue = useIssue();
  const nowMs = useNow(CLOCK_MS);
  const [submitted, setSubmitted] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<DraftField>>(new Set());
  const [coreFaults, setCoreFaults] = useState<readonly FieldFault[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [focusOn, setFocusOn] = useState<{ readonly field: DraftField } | null>(null);
  const moreFields = moreFieldsOf(flow).map(({ field }) => field);
  const [moreOpen, setMoreOpen] = useState(() =>
    moreFields.some((field) => draft.texts[field] !== ''),
  );

  const orderFailed = useOrderSuggestion(draft, flow, setSuggestedOrder);
  useEffect(() => {
    if (focusOn !== null) focusField(focusOn.field);
  }, [focusOn]);

  const reading = checkTexts(draft.texts, flow, profile.merchant, limits, nowMs);
  const reset = (): void => {
    setSubmitted(false);
    setTouched(new Set());
    setCoreFaults([]);
    setFailure(null);
  };
  const pointAt = (faults: readonly FieldFault[]): void => {
    const first = DRAFT_FIELDS.find((field) => faults.some((fault) => fault.field === field));
    if (first === undefined) return;
    if (moreFields.some((field) => field === first)) setMoreOpen(true);
    setFocusOn({ field: first });
  };
  const fail = (reason: Failure): void => {
    setFailure(reason);
    if (reason.code !== 'invalid_fields') return;
    setCoreFaults(reason.faults);
    pointAt(reason.faults);
  };

  return {
    draft,
    read: reading.read,
    notes: notesFor(reading, coreFaults, { submitted, touched }, settings.language, say),
    failure,
    pending: issue.isPending,
    nowMs,
    orderFailed,
    moreOpen,
    toggleMore: () => setMoreOpen((open) => !open),
    setText: (field, text) => {
      // The fields on their way are the ones on the screen.
      if (issue.isPending) return;
      setText(field, text);
      setCoreFaults((faults) => faults.filter((fault) => fault.field !== field));
      if (field === 'currency' || field === 'payment_type') {
        setTouched((fields) => new Set([...fields, field]));
      }
    },
    leave: (field) => setTouched((fields) => new Set([...fields, field])),
    submit: () => {
      if (issue.isPending) return;
      setSubmitted(true);
      setFailure(null);
      setCoreFaults([]);
      const fresh = checkTexts(draft.texts, flow, profile.merchant, limits, Date.now());
      const refusing = fresh.faults.filter((fault) => fault.force === 'refuse');
      if (refusing.length > 0) {
        pointAt(refusing);
        return;
      }
      issue.mutate(
        { intentId: draft.intentId, profileId: profile.id, deposit: fresh.read.deposit },
        {
          onSuccess: () => {
            reset();
            startNext();
            setFocusOn({ field: 'cents' });
          },
          onError: (error) => fail(failureOf(error)),
        },
      );
    },
    takeNextOrder: () => {
      void client.call('order.suggest', { profileId: profile.id, flow }).then((reply) => {
        if (!reply.ok) return setFailure(reply.error);
        setFailure(null);
        setSuggestedOrder(reply.value.orderId);
        return setFocusOn({ field: 'order_id' });
      });
    },
    startAnew: () => {
      reset();
      startAnew();
    },
  };
}

/** Fills an untouched, empty order id; true when none could be had. */
function useOrderSuggestion(
  draft: Draft,
  flow: Flow,
  setSuggestedOrder: (orderId: string) => void,
): boolean {
  const { profile } = useDesk();
  const wanted = draft.orderIsAuto && draft.texts.order_id === '';
  const suggestion = useSuggestedOrder(profile.id, flow, draft.intentId, wanted);
  const suggested = suggestion.data;
  useEffect(() => {
    if (wanted && suggested !== undefined) setSuggestedOrder(suggested);
  }, [wanted, suggested, setSuggestedOrder]);
  return wanted && suggestion.isError;
}
