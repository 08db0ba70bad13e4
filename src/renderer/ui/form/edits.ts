import { z } from 'zod';

/**
 * Only the changed values, each with the saved value that it was typed over. Everything untouched follows what is saved,
 * so saving in another tab clears nothing here and nothing here undoes it.
 */
const editsSchema = z.record(z.string(), z.strictObject({ value: z.json(), over: z.json() }));
export type Edits = Readonly<z.infer<typeof editsSchema>>;

/** A form's values by name: texts of controls, choices and ticks. */
export type FlatDoc = Readonly<Record<string, string | number | boolean>>;

export function loadEdits(storage: Storage, key: string): Edits {
  const saved = storage.getItem(key);
  if (saved === null) return {};
  try {
    return editsSchema.parse(JSON.parse(saved));
  } catch {
    // Not what this form wrote: nothing in it is worth guessing at.
    return {};
  }
}

export function saveEdits(storage: Storage, key: string, edits: Edits): void {
  if (Object.keys(edits).length === 0) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(edits));
}

/** A value typed back to what is saved is no edit any more. */
export function withEdit(
  edits: Edits,
  saved: FlatDoc,
  name: string,
  value: FlatDoc[string],
): Edits {
  const { [name]: known, ...others } = edits;
  const before = saved[name] ?? '';
  return value === before ? others : { ...others, [name]: { value, over: known?.over ?? before } };
}

/** What is saved, with the edits over it. An edit of another type is left out. */
export function withEdits<Doc extends FlatDoc>(saved: Doc, edits: Edits): Doc {
  const kept = Object.entries(edits).filter(
    ([name, { value }]) => typeof value === typeof saved[name],
  );
  return { ...saved, ...Object.fromEntries(kept.map(([name, { value }]) => [name, value])) };
}

/** Whether another tab saved another value while this one was being typed. */
export function isOvertaken(edits: Edits, saved: FlatDoc, name: string): boolean {
  const edit = edits[name];
  return edit !== undefined && saved[name] !== edit.over && saved[name] !== edit.value;
}

/** The edits that were made after these had been handed over for saving. */
export function editsAfter(now: Edits, handedOver: Edits): Edits {
  return Object.fromEntries(
    Object.entries(now).filter(([name, { value }]) => value !== handedOver[name]?.value),
  );
}
