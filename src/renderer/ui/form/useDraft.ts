import { useEffect, useId, useState } from 'react';
import { z } from 'zod';

import { typedStorage } from '../../client/typedStorage.ts';
import { useSay } from '../../i18n/i18n.ts';
import { useAfterPress } from '../hooks.ts';
import {
  type Edits,
  type FlatDoc,
  editsAfter,
  isOvertaken,
  loadEdits,
  saveEdits,
  withEdit,
  withEdits,
} from './edits.ts';
import { type FieldFault, type FormState, textOf } from './fields.ts';

const valueSchema = z.union([z.string(), z.number(), z.boolean()]);

/** What a form makes of its values: what can be saved, or what is wrong with each, in the order of the screen. */
export type ReadDraft<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: Readonly<Partial<Record<string, FieldFault>>> };

export type Draft<Doc, Value> = Required<FormState<Doc>> & {
  readonly dirty: boolean;
  /** How many fields cannot be saved; 0 until saving is tried. */
  readonly faults: number;
  readonly discard: () => void;
  /** Hands over what can be saved, or puts the keyboard into the first field that cannot. */
  readonly submit: (save: (value: Value, done: () => void) => void) => void;
};

type Options<Doc, Value> = {
  /** Of the session: what is typed outlives leaving the screen, a reload, and another tab's saving. */
  readonly key: string;
  readonly saved: Doc;
  readonly read: (doc: Doc) => ReadDraft<Value>;
  /** What may be saved, but is worth a second look. */
  readonly warningAt?: (path: string, doc: Doc) => string | null;
};

/** A form of Settings apart from how it looks: its values, what is wrong with them, and whether they are saved. */
export function useDraft<Doc extends FlatDoc, Value>(
  options: Options<Doc, Value>,
): Draft<Doc, Value> {
  const { key, saved } = options;
  const say = useSay();
  const base = useId();
  const [edits, setEdits] = useState<Edits>(() => loadEdits(typedStorage(), key));
  useEffect(() => saveEdits(typedStorage(), key, edits), [key, edits]);
  const [submitted, setSubmitted] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const afterPress = useAfterPress();
  const doc = withEdits(saved, edits);
  const read = options.read(doc);
  const faults: Readonly<Partial<Record<string, FieldFault>>> = read.ok ? {} : read.faults;
  const idOf = (path: string): string => `${base}-${path}`;
  return {
    doc,
    idOf,
    dirty: Object.keys(edits).length > 0,
    faults: submitted ? Object.keys(faults).length : 0,
    errorAt: (path) => {
      const fault = faults[path];
      const isDue = submitted || (touched.has(path) && textOf(doc[path]).trim() !== '');
      return fault === undefined || !isDue ? null : say(fault.word, fault.values);
    },
    warningAt: (path) => {
      if (!isOvertaken(edits, saved, path)) return options.warningAt?.(path, doc) ?? null;
      const value = textOf(saved[path]);
      return say('save.overtaken', { value: value === '' ? '—' : value });
    },
    set: (path, value) => {
      const next = valueSchema.safeParse(value);
      if (next.success) setEdits((last) => withEdit(last, saved, path, next.data));
    },
    leave: (path) => afterPress(() => setTouched((last) => new Set([...last, path]))),
    discard: () => {
      setEdits({});
      setSubmitted(false);
      setTouched(new Set());
    },
    submit: (save) => {
      setSubmitted(true);
      if (!read.ok) {
        focusField(idOf(Object.keys(saved).find((path) => path in faults) ?? ''));
        return;
      }
      save(read.value, () => {
        // What was typed on while this was being saved stays.
        setEdits((last) => editsAfter(last, edits));
        saveEdits(typedStorage(), key, {});
        setSubmitted(false);
      });
    },
  };
}

/** In a group of radios the first one takes the focus; a closed part of the form is opened. */
function focusField(id: string): void {
  const found = document.getElementById(id);
  const fold = found?.closest('details') ?? null;
  if (fold !== null) fold.open = true;
  const control =
    found?.matches('[role="radiogroup"]') === true ? found.querySelector('input') : found;
  control?.focus();
}
