import type { Operator } from '#shared/domain/request.ts';

export const OPERATORS = ['Anna', 'Борис', 'anna'] as const;
export const PEOPLE = [
  '00000000-0000-4000-8000-0000000000a1',
  '00000000-0000-4000-8000-0000000000b1',
] as const;

/** Some are people. */
export function operatorOf(name: (typeof OPERATORS)[number]): Operator {
  const personId = { Anna: PEOPLE[0], Борис: PEOPLE[1], anna: undefined }[name];
  const by = { account: 'desk', name };
  return personId === undefined ? by : { ...by, personId };
}
