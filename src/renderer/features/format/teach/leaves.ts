import type { Refusal } from '#shared/dialect/schema.ts';
import { readAnswer } from '#shared/json/readJson.ts';

export type Leaf = { readonly path: string; readonly value: Refusal['value'] };

const DEEPEST = 6;
const MOST_LEAVES = 200;
const LONGEST_PATH = 200;
const LONGEST_VALUE = 500;
/** A dot inside a key, or a blank, cannot be told from the path around it. */
const NAMEABLE = /^[^\s.]+$/u;

/** Everything in a JSON answer that a refusal can be known by. Null: it is no JSON that core would read. */
export function leavesOf(body: string): readonly Leaf[] | null {
  const answer = readAnswer(body);
  if (!answer.ok) return null;
  const found: Leaf[] = [];
  const look = (value: unknown, path: string, depth: number): void => {
    if (typeof value === 'object' && value !== null) {
      if (depth === DEEPEST) return;
      for (const [key, inner] of Object.entries(value)) {
        if (found.length === MOST_LEAVES) return;
        if (NAMEABLE.test(key)) look(inner, path === '' ? key : `${path}.${key}`, depth + 1);
      }
    } else if (path !== '' && path.length <= LONGEST_PATH && isTeachable(value)) {
      found.push({ path, value });
    }
  };
  look(answer.value, '', 0);
  return found;
}

function isTeachable(value: unknown): value is Leaf['value'] {
  if (typeof value === 'string') return value.length <= LONGEST_VALUE;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

/** From what names a refusal most surely to what only tells yes from no. */
const TELLING = [
  /^(?:error_?|result_?|reason_?|status_?)?code$/iu,
  /^(?:error|reason|err)(?:_?(?:type|id|name|key))?$/iu,
  /^(?:status|state|result)$/iu,
  /^(?:success|ok)$/iu,
  /^(?:message|msg|detail|description|title)$/iu,
];

/** The leaf to begin with: a code before a status, a status before a mere text. */
export function likeliest(leaves: readonly Leaf[]): Leaf | null {
  for (const name of TELLING) {
    const found = leaves.find(({ path }) => name.test(path.split('.').at(-1) ?? ''));
    if (found !== undefined) return found;
  }
  return leaves[0] ?? null;
}

/** What is different each time matches nothing a second time; yes and no alone match too much. */
export function looksUnlike(leaf: Leaf): 'changing' | 'common' | null {
  const { value, path } = leaf;
  if (typeof value === 'boolean' || value === null) return 'common';
  const name = path.split('.').at(-1) ?? '';
  if (/(?:^|_)(?:id|uuid|time|date|timestamp|at|nonce|request|trace|order)$/iu.test(name))
    return 'changing';
  return typeof value === 'string' && /^[0-9a-f-]{32,}$|^\d{4}-\d\d-\d\d/iu.test(value)
    ? 'changing'
    : null;
}
