import { ERROR_PATHS } from '#shared/dialect/schema.ts';
import { clipText } from '#shared/domain/cutText.ts';
import { readAnswer } from '#shared/json/readJson.ts';

import { isRecord, memberOf } from './valueAt.ts';

const LONGEST = 500;
/** Stands after a key whose every element is read. */
const EACH = '[]';

/** The provider's own words about a refusal, from the places where it puts them, or null. Shown, never parsed. */
export function providerMessage(
  body: string,
  errorPaths: readonly string[] = ERROR_PATHS,
): string | null {
  const json = readAnswer(body);
  return json.ok ? messageIn(json.value, errorPaths) : plainText(body);
}

export function messageIn(value: unknown, errorPaths: readonly string[]): string | null {
  if (typeof value === 'string') return value === '' ? null : clip(value);
  for (const path of errorPaths) {
    const words = wordsAt([value], path.split('.'));
    if (words !== '') return clip(words);
  }
  return null;
}

function wordsAt(values: readonly unknown[], keys: readonly string[]): string {
  let found = values;
  for (const key of keys) {
    found = key.endsWith(EACH)
      ? found.flatMap((value) => elements(memberOf(value, key.slice(0, -EACH.length))))
      : found.map((value) => memberOf(value, key));
  }
  const isList = keys.some((key) => key.endsWith(EACH));
  return found
    .map((value) => (isList ? listed(value) : plain(value)))
    .filter((words) => words !== '')
    .join('; ');
}

function elements(value: unknown): readonly unknown[] {
  // By fields instead of in a list, as some providers do: shown whole.
  return Array.isArray(value) ? value : [value];
}

/** One place holds one text; an object there explains nothing in one line, and a later path may. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listed(item: unknown): string {
  if (item === undefined || item === null) return '';
  if (typeof item === 'string') return item;
  return isRecord(item) && typeof item['message'] === 'string'
    ? item['message']
    : JSON.stringify(item);
}

/** A page of HTML explains nothing in one line; a short plain text does. */
function plainText(body: string): string | null {
  const text = body.trim();
  return text === '' || text.startsWith('<') ? null : clip(text);
}

/** A reason is one line, whatever of the provider's is quoted in it. */
export function clip(text: string): string {
  return clipText(text, LONGEST);
}
