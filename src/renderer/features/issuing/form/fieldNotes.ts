import { type DraftField, type FieldFault, checkDraft } from '#shared/domain/draft.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { MinorUnits } from '#shared/domain/money.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { hiddenCodes } from '#shared/domain/visibleText.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { faultText, moneyFaultKey } from '../../../text/failures.ts';
import { type Habit, type ReadDraft, type Texts, readDraft } from './draft.ts';

export type FieldNote = { readonly error: string | null; readonly warning: string | null };
export const NO_NOTE: FieldNote = { error: null, warning: null };

export function isSameNote(one = NO_NOTE, other = NO_NOTE): boolean {
  return one.error === other.error && one.warning === other.warning;
}

export type FieldNotes = Readonly<Partial<Record<DraftField, FieldNote>>>;

export type DraftReading = {
  readonly read: ReadDraft;
  readonly faults: readonly FieldFault[];
};

/** The shared rule over what is typed: the same that core asks before sending. */
export function checkTexts(
  texts: Texts,
  flow: Flow,
  profile: Pick<Profile, 'merchant' | 'limitsPolicy'>,
  limits: LimitsSnapshot | null,
  nowMs: number,
  habit: Habit | null = null,
): DraftReading {
  const read = readDraft(texts, flow, limits, habit);
  return { read, faults: checkDraft(read.deposit, profile, limits, nowMs).faults };
}

/**
 * What to offer for an amount that can mean several: not what is refused anyway. Where all are refused all are offered, and the
 * chosen one is then refused with its limit.
 */
export function readingsToOffer(
  readings: readonly MinorUnits[],
  check: (cents: MinorUnits) => DraftReading,
): readonly MinorUnits[] {
  const allowed = readings.filter((cents) =>
    check(cents).faults.every(({ field, force }) => field !== 'cents' || force !== 'refuse'),
  );
  return allowed.length === 0 ? readings : allowed;
}

export type Visibility = {
  readonly submitted: boolean;
  readonly touched: ReadonlySet<DraftField>;
};

/** Wording beside each field, and nothing before it is due: an empty field is not scolded until it is submitted. */
export function notesFor(
  reading: DraftReading,
  coreFaults: readonly FieldFault[],
  visibility: Visibility,
  language: Language,
  say: Say,
): FieldNotes {
  const { read } = reading;
  const own = reading.faults.filter(
    (fault) =>
      visibility.submitted ||
      // More digits only make it more: it is said while it is typed, in the field or in the line above.
      fault.code === 'above_maximum' ||
      (visibility.touched.has(fault.field) && !isOnlyEmpty(fault, read)),
  );
  const facts = { ...read, language };
  return Object.fromEntries(
    [...coreFaults, ...own].map((fault): [DraftField, FieldNote] => {
      const text = unreadableAmount(fault, read, say) ?? faultText(fault, facts, say);
      const note =
        fault.force === 'refuse' ? { error: text, warning: null } : { error: null, warning: text };
      return [fault.field, note];
    }),
  );
}

/** Warnings for fields that the rule has nothing to say of. They do not stop a submit. */
export function withWarnings(
  notes: FieldNotes,
  warnings: Readonly<Partial<Record<DraftField, string>>>,
): FieldNotes {
  const looks = Object.entries(warnings).map(([field, warning]): [string, FieldNote] => [
    field,
    { error: null, warning },
  ]);
  return looks.length === 0 ? notes : { ...Object.fromEntries(looks), ...notes };
}

const CLEANED = [
  'customer',
  'order_id',
  'customer_phone_number',
  'callback_url',
  'success_url',
  'reject_url',
] as const satisfies readonly DraftField[];
const MOST_NAMED = 3;

/** Where something that cannot be seen was left out of what is sent. It stands before what else is said of the field. */
export function withHidden(notes: FieldNotes, texts: Texts, say: Say): FieldNotes {
  const found = CLEANED.flatMap((field): readonly [DraftField, FieldNote][] => {
    const codes = hiddenCodes(texts[field]);
    if (codes.length === 0) return [];
    const named = codes.length > MOST_NAMED ? [...codes.slice(0, MOST_NAMED), '…'] : codes;
    const hidden = say('form.hidden', { codes: named.join(', ') });
    const { error, warning } = notes[field] ?? NO_NOTE;
    const text = [hidden, error ?? warning].filter((part) => part !== null).join(' ');
    return [[field, error === null ? { error, warning: text } : { error: text, warning }]];
  });
  return found.length === 0 ? notes : { ...notes, ...Object.fromEntries(found) };
}

function isOnlyEmpty(fault: FieldFault, read: ReadDraft): boolean {
  const unreadable = fault.field === 'cents' && !read.amount.ok && read.amount.error !== 'empty';
  return fault.code === 'required' && !unreadable;
}

/** For the rule an unreadable amount is none at all; the operator is told what is wrong with it. */
function unreadableAmount(fault: FieldFault, read: ReadDraft, say: Say): string | null {
  const applies = fault.field === 'cents' && fault.code === 'required' && !read.amount.ok;
  return applies && !read.amount.ok ? say(moneyFaultKey(read.amount.error)) : null;
}
