import { type Result, err, ok } from '#shared/domain/result.ts';
import { readJson } from '#shared/json/readJson.ts';

import { isRecord, memberOf } from '../provider/valueAt.ts';

/** What a callback says: a value by the path of its keys, as text and verbatim. Only what is asked for is ever looked up. */
export type CallbackFields = { readonly get: (path: string) => string | undefined };

const DEEPEST = 8;
const LONGEST_PATH = 200;
const MOST_FORM_FIELDS = 500;

/** Refuses what could be read in two ways: a key given twice above all. */
export function jsonFields(text: string): Result<CallbackFields, string> {
  // A number of any length is understood, as it was written.
  const message = readJson(text, 'verbatim');
  if (!message.ok) return message;
  if (!isRecord(message.value)) return err('it is no JSON object');
  return ok({ get: (path) => textAt(message.value, path) });
}

/** A key that has a dot in itself is at no path: it would be read as if it stood somewhere else. */
function textAt(message: unknown, path: string): string | undefined {
  const keys = path.length > LONGEST_PATH ? [] : path.split('.');
  if (keys.length === 0 || keys.length > DEEPEST) return undefined;
  const value = keys.reduce(memberOf, message);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Form bodies and queries. `data[id]` is written `data.id` here. */
export function formFields(text: string): Result<CallbackFields, string> {
  // Counted before it is read: reading 20 000 fields takes 40 ms.
  if (text.split('&', MOST_FORM_FIELDS + 1).length > MOST_FORM_FIELDS) {
    return err(`it has more than ${MOST_FORM_FIELDS} fields`);
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(/\[(?<key>[^[\]]+)\]/gu, '.$<key>');
    if (fields.has(path)) return err(`key ${JSON.stringify(name)} given twice`);
    fields.set(path, value);
  }
  return fields.size === 0 ? err('it has no fields') : ok(fields);
}
