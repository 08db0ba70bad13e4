import { z } from 'zod';

import { SET_UP_FIELDS, type SetUpField, type SetUpTexts } from './fields.ts';

/**
 * Only what was typed, and over which text. Everything untouched follows the profile, so another tab's saving clears nothing
 * here and nothing here undoes it.
 */
const editsSchema = z.partialRecord(
  z.enum(SET_UP_FIELDS),
  z.strictObject({ text: z.string(), over: z.string() }),
);
export type Edits = Readonly<z.infer<typeof editsSchema>>;

/** The profile's id, or `new` behind a mark that no id can have. */
export type EditedKey = string;
export const NEW_PROFILE: EditedKey = '+new';

const storageKey = (key: EditedKey): string => `set-up:${key}`;

export function loadEdits(storage: Storage, key: EditedKey): Edits {
  const saved = storage.getItem(storageKey(key));
  if (saved === null) return {};
  try {
    return editsSchema.parse(JSON.parse(saved));
  } catch {
    // Written by another version: nothing in it is worth guessing at.
    return {};
  }
}

export function saveEdits(storage: Storage, key: EditedKey, edits: Edits): void {
  if (Object.keys(edits).length === 0) storage.removeItem(storageKey(key));
  else storage.setItem(storageKey(key), JSON.stringify(edits));
}

/** A text typed back to what is saved is no edit any more. */
export function withEdit(edits: Edits, saved: SetUpTexts, field: SetUpField, text: string): Edits {
  const { [field]: known, ...others } = edits;
  return text === saved[field]
    ? others
    : { ...others, [field]: { text, over: known?.over ?? saved[field] } };
}

export function editedTexts(edits: Edits, saved: SetUpTexts): SetUpTexts {
  const typed = Object.entries(edits).map(([field, edit]): [string, string] => [field, edit.text]);
  const texts: Readonly<Record<string, string>> = Object.fromEntries(typed);
  return { ...saved, ...texts };
}

/** Fields that another tab saved differently while they were being typed here. */
export function overtaken(edits: Edits, saved: SetUpTexts): ReadonlySet<SetUpField> {
  return new Set(
    SET_UP_FIELDS.filter((field) => {
      const edit = edits[field];
      return edit !== undefined && saved[field] !== edit.over && saved[field] !== edit.text;
    }),
  );
}
