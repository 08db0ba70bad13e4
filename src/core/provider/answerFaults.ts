import type { AnswerFault } from '#shared/domain/answerFault.ts';

import { isRecord, memberOf } from './valueAt.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly code: string };

/** Each field of a record that is not what the format expects, told by the kind of value that stands there instead. */
export function answerFaults(candidate: unknown, issues: readonly Issue[]): readonly AnswerFault[] {
  return issues.map(({ path }) => {
    const keys = path.map(String);
    const got = kindOf(keys.reduce<unknown>(memberOf, candidate));
    const field = keys.join('.');
    return { field, got, expected: expectedOf(field, got) };
  });
}

/** For the log and for programs: the screen has its own words, in the desk's languages. */
export function answerFaultsText(faults: readonly AnswerFault[]): string {
  return faults
    .map(({ field, got, expected }) =>
      got === 'missing'
        ? `${field} is missing`
        : `${field} is ${GOT[got]}, the format expects ${EXPECTED[expected]}`,
    )
    .join('; ');
}

const GOT: Readonly<Record<Exclude<AnswerFault['got'], 'missing'>, string>> = {
  null: 'null',
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
};
const EXPECTED: Readonly<Record<AnswerFault['expected'], string>> = {
  number: 'a number',
  amount: 'a whole number of minor units',
  object: 'an object',
  uuid: 'a UUID',
  text: 'text',
  'some-text': 'a text that is not empty',
};

function kindOf(value: unknown): AnswerFault['got'] {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (isRecord(value)) return 'object';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

const UUIDS: ReadonlySet<string> = new Set(['id', 'uuid', 'merchant']);

function expectedOf(field: string, got: AnswerFault['got']): AnswerFault['expected'] {
  if (field === 'amount_cents') return got === 'number' ? 'amount' : 'number';
  if (field === 'payment_data') return 'object';
  if (UUIDS.has(field)) return 'uuid';
  return got === 'text' ? 'some-text' : 'text';
}
