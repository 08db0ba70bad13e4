import { useEffect, useState } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import { DRAFT_FIELDS, type DraftField, type FieldFault } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';

import { useAfterPress } from '../../ui/useAfterPress.ts';
import { type Draft, isFilledIn } from './draft.ts';
import { type Spot, focusSpot } from './fieldId.ts';
import { moreFieldsOf } from './moreFieldsOf.ts';

export type Attention = {
  readonly submitted: boolean;
  readonly touched: ReadonlySet<DraftField>;
  /** What core refused although the form had let it pass: limits had been read anew. */
  readonly coreFaults: readonly FieldFault[];
  readonly failure: Failure | null;
  readonly moreOpen: boolean;
  readonly toggleMore: () => void;
  readonly leave: (field: DraftField) => void;
  readonly edited: (fields: readonly string[]) => void;
  /** Marks the form as submitted; true, with the first faulty field focused, when something refuses. */
  readonly refuse: (faults: readonly FieldFault[]) => boolean;
  readonly fail: (failure: Failure) => void;
  readonly focus: (spot: Spot) => void;
  readonly clear: () => void;
};

const NONE: ReadonlySet<DraftField> = new Set();

/** Which notes are due, and where the keyboard goes. */
export function useAttention(flow: Flow, draft: Draft): Attention {
  const afterPress = useAfterPress();
  const [submitted, setSubmitted] = useState(false);
  const [touched, setTouched] = useState(NONE);
  const [coreFaults, setCoreFaults] = useState<readonly FieldFault[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [focusOn, setFocusOn] = useState<{ readonly spot: Spot } | null>(null);
  const moreFields: readonly DraftField[] = moreFieldsOf(flow).map(({ field }) => field);
  const [moreOpen, setMoreOpen] = useState(() =>
    // What the profile filled in is as usual, and needs no room.
    moreFields.some((field) => draft.texts[field] !== '' && !isFilledIn(draft, field)),
  );
  useEffect(() => {
    if (focusOn !== null) focusSpot(focusOn.spot);
  }, [focusOn]);

  const touch = (field: DraftField): void => setTouched((fields) => new Set([...fields, field]));
  const pointAt = (faults: readonly FieldFault[]): void => {
    const first = DRAFT_FIELDS.find((field) => faults.some((fault) => fault.field === field));
    if (first === undefined) return;
    if (moreFields.includes(first)) setMoreOpen(true);
    setFocusOn({ spot: first });
  };
  return {
    submitted,
    touched,
    coreFaults,
    failure,
    moreOpen,
    toggleMore: () => setMoreOpen((open) => !open),
    leave: (field) => afterPress(() => touch(field)),
    edited: (fields) => {
      setCoreFaults((faults) =>
        faults.length === 0 ? faults : faults.filter((fault) => !fields.includes(fault.field)),
      );
      for (const field of ['currency', 'payment_type'] as const) {
        if (fields.includes(field)) touch(field);
      }
    },
    refuse: (faults) => {
      const refusing = faults.filter((fault) => fault.force === 'refuse');
      setSubmitted(true);
      setFailure(null);
      setCoreFaults([]);
      pointAt(refusing);
      return refusing.length > 0;
    },
    fail: (reason) => {
      setFailure(reason);
      if (reason.code !== 'invalid_fields') return;
      setCoreFaults(reason.faults);
      pointAt(reason.faults);
    },
    focus: (spot) => setFocusOn({ spot }),
    clear: () => {
      setSubmitted(false);
      setTouched(NONE);
      setCoreFaults([]);
      setFailure(null);
    },
  };
}
