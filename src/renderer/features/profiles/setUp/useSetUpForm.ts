import { useEffect, useState } from 'react';

import type { Dialect } from '#shared/dialect/schema.ts';
import { webOriginOf } from '#shared/domain/link.ts';
import type { Profile, ProfileSetUp } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import type { FormState } from '../../../ui/form/fields.ts';
import { useAfterPress } from '../../../ui/hooks.ts';
import {
  type EditedKey,
  type Edits,
  editedTexts,
  loadEdits,
  overtaken,
  saveEdits,
  withEdit,
} from './edits.ts';
import { SET_UP_FIELDS, type SetUpField, type SetUpTexts } from './fields.ts';
import { readSeconds } from './readers.ts';
import { type ReadSetUp, newTexts, readSetUp, textsOf } from './texts.ts';

export type SetUpForm = Required<FormState<SetUpTexts>> & {
  readonly dirty: boolean;
  readonly discard: () => void;
  /** Hands over what can be saved, or puts the keyboard into the first field that cannot. */
  readonly submit: (save: (setUp: ProfileSetUp, done: () => void) => void) => void;
};

const idOf = (path: string): string => `set-up-${path}`;
const fieldAt = (path: string): SetUpField | undefined =>
  SET_UP_FIELDS.find((field) => field === path);

/** The editor apart from how it looks. What is typed outlives leaving the screen, a reload, and another tab's saving. */
export function useSetUpForm(key: EditedKey, profile: Profile | null, dialect: Dialect): SetUpForm {
  const say = useSay();
  const { language } = useDesk().settings;
  const saved = profile === null ? newTexts(language) : textsOf(profile, language);
  const [edits, setEdits] = useState<Edits>(() => loadEdits(sessionStorage, key));
  useEffect(() => saveEdits(sessionStorage, key, edits), [key, edits]);
  const [submitted, setSubmitted] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<SetUpField>>(new Set());
  const afterPress = useAfterPress();
  const texts = editedTexts(edits, saved);
  const read = readSetUp(texts, dialect);
  const others = overtaken(edits, saved);
  return {
    doc: texts,
    dirty: Object.keys(edits).length > 0,
    idOf,
    errorAt: (path) => {
      const field = fieldAt(path);
      if (field === undefined) return null;
      const isDue = submitted || (touched.has(field) && texts[field].trim() !== '');
      return isDue ? faultText(read, field, say) : null;
    },
    warningAt: (path) => {
      const field = fieldAt(path);
      if (field === undefined || !others.has(field)) return warningText(path, texts, profile, say);
      return say('setUp.overtaken', { value: saved[field] === '' ? '—' : saved[field] });
    },
    set: (path, text) => {
      const field = fieldAt(path);
      if (field === undefined || typeof text !== 'string') return;
      setEdits((last) => withEdit(last, saved, field, text));
    },
    leave: (path) => {
      const field = fieldAt(path);
      if (field === undefined) return;
      afterPress(() => setTouched((last) => new Set([...last, field])));
    },
    discard: () => {
      setEdits({});
      setSubmitted(false);
      setTouched(new Set());
    },
    submit: (save) => {
      setSubmitted(true);
      if (!read.ok) {
        focusFirst(read);
        return;
      }
      save(read.setUp, () => {
        // What was typed on while this was being saved stays.
        setEdits((last) => withoutSaved(last, edits));
        saveEdits(sessionStorage, key, {});
        setSubmitted(false);
      });
    },
  };
}

function withoutSaved(now: Edits, saved: Edits): Edits {
  return Object.fromEntries(
    SET_UP_FIELDS.flatMap((field) => {
      const edit = now[field];
      return edit === undefined || edit.text === saved[field]?.text ? [] : [[field, edit]];
    }),
  );
}

function faultText(read: ReadSetUp, field: SetUpField, say: Say): string | null {
  const fault = read.ok ? undefined : read.faults[field];
  return fault === undefined ? null : say(fault.word, fault.values);
}

function focusFirst(read: ReadSetUp & { ok: false }): void {
  const first = SET_UP_FIELDS.find((field) => read.faults[field] !== undefined);
  if (first !== undefined) document.getElementById(idOf(first))?.focus();
}

/** What may be saved, but is worth a second look. */
function warningText(
  path: string,
  texts: SetUpTexts,
  profile: Profile | null,
  say: Say,
): string | null {
  if (path === 'baseUrl') {
    const before = profile === null ? null : webOriginOf(profile.baseUrl);
    const after = webOriginOf(texts.baseUrl.trim());
    if (before !== null && after !== null && before !== after) return say('setUp.warn.host');
    const loopback = after?.startsWith('http://') === true;
    return loopback && texts.mode === 'live' ? say('setUp.warn.loopback') : null;
  }
  if (path === 'slow') {
    const slow = readSeconds(texts.slow);
    const answer = readSeconds(texts.answer);
    return slow !== null && answer !== null && slow >= answer ? say('setUp.warn.slow') : null;
  }
  return null;
}
