import { useMemo } from 'react';

import type { PastRequest } from '#shared/domain/customer.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useLimits } from '../../client/limits.ts';
import { useSay } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/useNow.ts';
import { useSteady } from '../../ui/useSteady.ts';
import type { Draft, ReadDraft, Texts } from './draft.ts';
import { type Spot, isKeyboardHere } from './fieldId.ts';
import {
  type DraftReading,
  type FieldNotes,
  checkTexts,
  notesFor,
  withHidden,
  withWarnings,
} from './fieldNotes.ts';
import { useAttention } from './useAttention.ts';
import { type DraftHandle, useDraft } from './useDraft.ts';
import { useFoundRecorded } from './useFoundRecorded.ts';
import { useLineKeeper } from './keptLine.ts';
import { useHabit } from './useHabit.ts';
import { type QuickLine, useQuickLine } from './useQuickLine.ts';
import { type RefillQuestion, useRefilling } from './useRefilling.ts';
import { type ScenarioChoice, useScenario } from './useScenario.ts';
import { type SecondLook, useSecondLook } from './useSecondLook.ts';
import { type Sending, useSending } from './useSending.ts';

export type RequestFormState = Sending & {
  readonly draft: Draft;
  readonly read: ReadDraft;
  readonly notes: FieldNotes;
  readonly failure: Failure | null;
  readonly nowMs: number;
  readonly isBroughtBack: boolean;
  readonly quick: QuickLine;
  /** The newest request for the customer who is named. */
  readonly last: PastRequest | null;
  readonly unanswered: SecondLook['unanswered'];
  readonly refill: RefillQuestion | null;
  readonly scenario: ScenarioChoice | null;
  readonly moreOpen: boolean;
  readonly toggleMore: () => void;
  readonly setText: (field: DraftField, text: string) => void;
  /** Several at once, by hand. */
  readonly setTexts: (texts: Partial<Texts>) => void;
  /** The same in other words: nobody has changed anything. */
  readonly tidy: (field: DraftField, text: string) => void;
  readonly leave: (field: DraftField) => void;
  readonly focus: (spot: Spot) => void;
  readonly startAnew: () => void;
};

const CLOCK_MS = 10_000;

/** What is typed, and what it means now. */
function useReading(flow: Flow): {
  readonly handle: DraftHandle;
  readonly nowMs: number;
  readonly limits: LimitsSnapshot | null;
  readonly reading: DraftReading;
  /** As it is at this very moment, for what is about to be sent. */
  readonly readNow: () => DraftReading;
  readonly write: (texts: Partial<Texts>) => void;
} {
  const { profile } = useDesk();
  const handle = useDraft(profile, flow);
  const limits = useLimits(profile.id).data?.snapshot ?? null;
  const nowMs = useNow(CLOCK_MS);
  const habit = useHabit(handle.draft, flow);
  const { texts } = handle.draft;
  const reading = useMemo(
    () => checkTexts(texts, flow, profile, limits, nowMs, habit),
    [texts, flow, profile, limits, nowMs, habit],
  );
  const { currency } = reading.read;
  useFoundRecorded(handle, reading.read);
  return {
    handle,
    nowMs,
    limits,
    reading,
    readNow: () => checkTexts(texts, flow, profile, limits, Date.now(), habit),
    // The currency that was on the screen when somebody began stays: another page may change what is usual.
    write: (changed) => handle.setTexts(texts.currency === '' ? { currency, ...changed } : changed),
  };
}

/** Everything the form does, apart from how it looks. */
export function useRequestForm(flow: Flow): RequestFormState {
  const say = useSay();
  const { language } = useDesk().settings;
  const { handle, nowMs, limits, reading, readNow, write } = useReading(flow);
  const { draft } = handle;
  const attention = useAttention(flow, draft);
  const scenario = useScenario();
  const keeper = useLineKeeper(flow);
  const quick = useQuickLine(draft.texts, flow, limits, write, keeper);
  const look = useSecondLook(draft, reading.read, nowMs);
  const sending = useSending(flow, {
    handle,
    attention,
    deposit: reading.read.deposit,
    onRecord: look.seen,
    onFailed: look.unsee,
    scenario: scenario?.chosen ?? 'plain',
    // A line that was not understood is not issued in part.
    read: () => (quick.refuse() ? null : readNow()),
    onRecorded: () => {
      scenario?.choose('plain');
      // Back to where it was begun.
      if (isKeyboardHere()) attention.focus(quick.text.trim() === '' ? 'cents' : 'quick');
      quick.clear();
    },
    keeper,
    setAside: quick.setAside,
  });
  const { pending } = sending;
  const notes = notesFor(reading, attention.coreFaults, attention, language, say);
  const setTexts = (changed: Partial<Texts>): void => {
    // The fields on their way are the ones on the screen, which cannot be typed into meanwhile.
    if (pending) return;
    write(changed);
    quick.release();
    attention.edited(Object.keys(changed));
  };
  return {
    ...sending,
    draft,
    read: reading.read,
    notes: withHidden(withWarnings(notes, look.warnings), draft.texts, say),
    failure: attention.failure,
    nowMs,
    isBroughtBack: handle.isBroughtBack,
    quick: { ...quick, type: (text) => (pending ? undefined : quick.type(text)) },
    last: look.last,
    unanswered: look.unanswered,
    refill: useRefilling(handle, attention, flow, quick, pending),
    scenario,
    moreOpen: attention.moreOpen,
    toggleMore: useSteady(attention.toggleMore),
    setText: useSteady((field: DraftField, text: string) => setTexts({ [field]: text })),
    setTexts,
    tidy: (field, text) => (pending ? undefined : write({ [field]: text })),
    leave: useSteady(attention.leave),
    focus: attention.focus,
    startAnew: () => {
      attention.clear();
      handle.startAnew();
    },
  };
}
