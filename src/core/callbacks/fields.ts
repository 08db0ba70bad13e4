import { type Result, err, ok } from '#shared/domain/result.ts';
import { readJson } from '#shared/json/readJson.ts';

import { isRecord } from '../provider/valueAt.ts';

/** What a callback says, each value by the path of its keys, as text and verbatim. */
export type CallbackFields = ReadonlyMap<string, string>;

/** Refuses what could be read in two ways: a key given twice above all. */
export function jsonFields(text: string): Result<CallbackFields, string> {
  // A number is taken as it was written, so that one of any length is understood.
  const strict = readJson(text, 'rounded');
  if (!strict.ok) return strict;
  if (!isRecord(strict.value)) return err('it is no JSON object');
  const fields = new Map<string, string>();
  flatten(JSON.parse(text, verbatim), '', fields);
  return ok(fields);
}

/** A number stays as it was written: 1450.00 is not 1450 to whoever signed it. */
function verbatim(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

function flatten(value: unknown, path: string, fields: Map<string, string>): void {
  if (typeof value === 'string' || typeof value === 'boolean') {
    if (!fields.has(path)) fields.set(path, String(value));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, own] of Object.entries(value)) {
    flatten(own, path === '' ? key : `${path}.${key}`, fields);
  }
}

/** Form bodies and queries. `data[id]` is written `data.id` here. */
export function formFields(text: string): Result<CallbackFields, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(/\[(?<key>[^[\]]+)\]/gu, '.$<key>');
    if (fields.has(path)) return err(`key ${JSON.stringify(name)} given twice`);
    fields.set(path, value);
  }
  return fields.size === 0 ? err('it has no fields') : ok(fields);
}
