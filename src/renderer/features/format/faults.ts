import type { z } from 'zod';

import { type Dialect, dialectSchema } from '#shared/dialect/schema.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Say } from '../../i18n/i18n.ts';
import { valueAt } from '../../ui/form/fields.ts';

export const FORMAT_FAULTS = [
  'missing',
  'wrong_type',
  'not_a_choice',
  'unknown_key',
  'too_long',
  'too_short',
  'out_of_range',
  'status',
  'refusal_status',
  'header_name',
  'field_name',
  'header_taken',
  'field_taken',
  'path',
  'not_ascii',
  'same_header',
  'other',
] as const;

/** Where in the format, by dots, and what is wrong there. */
export type FormatFault = {
  readonly path: string;
  readonly kind: (typeof FORMAT_FAULTS)[number];
  readonly facts: Readonly<Record<string, string | number>>;
};

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

export function faultsIn(candidate: unknown): readonly FormatFault[] {
  const parsed = dialectSchema.safeParse(candidate);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => toFaults(issue, candidate));
}

export function formatFaultText({ kind, facts }: FormatFault, say: Say): string {
  if (kind === 'not_a_choice' && facts['allowed'] === '') return say('formatFault.not_known');
  return say(`formatFault.${kind}`, facts);
}

/** The words of a fault at this path, or beneath it in the document. */
export function faultFinder(
  faults: readonly FormatFault[],
  say: Say,
): (path: string) => string | null {
  return (path) => {
    const found = faults.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`));
    return found === undefined ? null : formatFaultText(found, say);
  };
}

/** A format as text: another desk's export, or written by hand. */
export function readFormat(text: string): Result<Dialect, 'not_json' | readonly FormatFault[]> {
  const value = parsedOf(text);
  if (value === undefined) return err('not_json');
  const parsed = dialectSchema.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(faultsIn(value));
}

export function writeFormat(dialect: Dialect): string {
  return `${JSON.stringify(dialect, null, 2)}\n`;
}

/** Editors put a byte order mark before it, which JSON does not know. */
function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    return undefined;
  }
}

function toFaults(issue: Issue, candidate: unknown): readonly FormatFault[] {
  const path = issue.path.map(String).join('.');
  const status = statusKind(issue.path);
  if (status !== null) return [{ path, kind: status, facts: {} }];
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(candidate, path) === undefined
        ? [{ path, kind: 'missing', facts: {} }]
        : [{ path, kind: 'wrong_type', facts: { expected: issue.expected } }];
    case 'invalid_value': {
      const allowed = issue.values.map((value) => String(value)).join(', ');
      const missing = valueAt(candidate, path) === undefined;
      return [{ path, kind: missing ? 'missing' : 'not_a_choice', facts: { allowed } }];
    }
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...issue.path, key].map(String).join('.'),
        kind: 'unknown_key',
        facts: { key },
      }));
    case 'too_big':
      return [sizeFault(path, issue.origin, 'too_long', Number(issue.maximum))];
    case 'too_small':
      return [sizeFault(path, issue.origin, 'too_short', Number(issue.minimum))];
    case 'invalid_union':
      // Without the key that tells the variants apart there is nothing else to say.
      return [unionFault(path, issue, candidate)];
    case 'invalid_format':
      return [{ path, kind: formatKind(issue.path, candidate), facts: {} }];
    case 'custom':
      return [{ path, kind: customKind(issue.path, candidate), facts: {} }];
    default:
      return [{ path, kind: 'other', facts: {} }];
  }
}

/** A status is one of few numbers, whatever is wrong with it. */
function statusKind([top, , last]: Path): 'status' | 'refusal_status' | null {
  if (top === 'refusals' && last === 'status') return 'refusal_status';
  return top === 'definiteNoStatuses' || top === 'tryLaterStatuses' ? 'status' : null;
}

function sizeFault(
  path: string,
  origin: string,
  kind: 'too_long' | 'too_short',
  limit: number,
): FormatFault {
  const isNumber = origin === 'number' || origin === 'int';
  return { path, kind: isNumber ? 'out_of_range' : kind, facts: { limit } };
}

function unionFault(
  path: string,
  issue: Extract<Issue, { code: 'invalid_union' }>,
  candidate: unknown,
): FormatFault {
  if (valueAt(candidate, path) === undefined) return { path, kind: 'missing', facts: {} };
  const kind = issue.discriminator === undefined ? 'path' : 'not_a_choice';
  return { path, kind, facts: { allowed: '' } };
}

function formatKind(path: Path, candidate: unknown): FormatFault['kind'] {
  const last = path.at(-1);
  if (last === 'name') return isHeader(path, candidate) ? 'header_name' : 'field_name';
  if (last === 'prefix' || last === 'value' || last === 'acknowledgement') return 'not_ascii';
  return 'path';
}

function customKind(path: Path, candidate: unknown): FormatFault['kind'] {
  if (path.length === 0) return 'same_header';
  if (path.at(-1) !== 'name') return 'other';
  return isHeader(path, candidate) ? 'header_taken' : 'field_taken';
}

function isHeader(path: Path, candidate: unknown): boolean {
  if (path[0] === 'companionHeaders') return true;
  return valueAt(candidate, [...path.slice(0, -1), 'in'].map(String).join('.')) === 'header';
}
