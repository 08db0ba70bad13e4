import { useEffect, useEffectEvent, useState } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import { type LimitsSnapshot, offeredCurrencies, offeredTypes } from '#shared/domain/limits.ts';
import { type QuickReading, readQuickLine } from '#shared/domain/quickLine.ts';

import type { Texts } from './draft.ts';
import { QUICK_LINE_ID } from './fieldId.ts';
import type { LineKeeper } from './keptLine.ts';

type Own = Pick<Texts, 'cents' | 'currency' | 'payment_type' | 'customer'>;
type State = {
  readonly text: string;
  /** What the fields held before the line had anything to say; null: a field was changed by hand since. */
  readonly before: Own | null;
  readonly wasRefused: boolean;
  /** Typed while the desk was busy with the request that the fields still hold: not used before somebody changes it. */
  readonly isAside: boolean;
};

export type QuickLine = {
  readonly text: string;
  /** Null: the line is empty, or the fields were changed by hand since and are no longer what it says. */
  readonly reading: QuickReading | null;
  readonly wasRefused: boolean;
  readonly isAside: boolean;
  readonly type: (text: string) => void;
  /** A field was changed by hand: the fields are the truth. */
  readonly release: () => void;
  readonly clear: () => void;
  /** Shows what was typed for another request than the one in the fields, which stay as they are. */
  readonly setAside: (text: string) => void;
  /** True, with the keyboard in the line, when it says something that was not understood. */
  readonly refuse: () => boolean;
};

const EMPTY: State = { text: '', before: null, wasRefused: false, isAside: false };

function asideOf(text: string): State {
  return text === '' ? EMPTY : { ...EMPTY, text, isAside: true };
}

/** The line fills the fields beneath as it is typed; what it does not name keeps what it had. */
export function useQuickLine(
  texts: Texts,
  flow: Flow,
  limits: LimitsSnapshot | null,
  setTexts: (texts: Partial<Texts>) => void,
  keeper: LineKeeper,
): QuickLine {
  const [state, setState] = useState(() => asideOf(keeper.read().aside));
  const keepAside = useEffectEvent(() => keeper.keep({ aside: state.isAside ? state.text : '' }));
  useEffect(() => keepAside(), [state]);
  const types = typesOf(flow, limits);
  const read = (text: string): QuickReading => readQuickLine(text, { flow, types });
  const isSpeaking = state.before !== null && state.text.trim() !== '';
  const reading = isSpeaking ? read(state.text) : null;
  const fillAgain = useEffectEvent(() => {
    if (reading !== null && state.before !== null) setTexts(filledBy(reading, state.before));
  });
  const offered = types.join('\n');
  // Limits that come later may name what was no type before: the fields would go on saying another customer than the line.
  useEffect(() => fillAgain(), [offered]);
  return {
    text: state.text,
    reading,
    wasRefused: state.wasRefused,
    isAside: state.isAside,
    type: (text) => {
      const before = state.before ?? ownOf(texts);
      setTexts(filledBy(read(text), before));
      setState({ ...EMPTY, text, before: text.trim() === '' ? null : before });
    },
    release: () => setState((last) => (last.before === null ? last : { ...last, before: null })),
    clear: () => setState(EMPTY),
    setAside: (text) =>
      setState((last) => {
        // The fields hold what the line said, but nothing of what they could not take from it.
        const isKept = last.isAside || (reading !== null && reading.faults.length > 0);
        return { ...EMPTY, text: isKept ? `${last.text} ${text}` : text, isAside: true };
      }),
    refuse: () => {
      if (!state.isAside && (reading === null || reading.faults.length === 0)) return false;
      setState((last) => ({ ...last, wasRefused: true }));
      document.getElementById(QUICK_LINE_ID)?.focus();
      return true;
    },
  };
}

function ownOf({ cents, currency, payment_type, customer }: Texts): Own {
  return { cents, currency, payment_type, customer };
}

function filledBy(reading: QuickReading, before: Own): Own {
  return {
    cents: reading.amount ?? before.cents,
    currency: reading.currency ?? before.currency,
    payment_type: reading.paymentType ?? before.payment_type,
    customer: reading.customer ?? before.customer,
  };
}

/** Of every currency: whether one fits is said at the field. */
function typesOf(flow: Flow, limits: LimitsSnapshot | null): readonly string[] {
  const all = offeredCurrencies(limits, flow).flatMap((currency) => offeredTypes(limits, currency));
  return [...new Set(all)];
}
