import type { Operator } from '#shared/domain/request.ts';

export const OPERATORS = ['Anna', 'Борис', 'anna'] as const;
export const PEOPLE = [
  '00000000-0000-4000-8000-0000000000a1',
  '00000000-0000-4000-8000-0000000000b1',
] as const;
export const SHIFTS = [
  '00000000-0000-4000-8000-0000000000a2',
  '00000000-0000-4000-8000-0000000000b2',
] as const;

/** Some are people, and some of those have a shift open. */
export function operatorOf(name: (typeof OPERATORS)[number], made: number): Operator {
  const personId = { Anna: PEOPLE[0], Борис: PEOPLE[1], anna: undefined }[name];
  const by = { account: 'desk', name };
  if (personId === undefined) return by;
  return { ...by, personId, ...(made % 3 === 0 ? {} : { shiftId: SHIFTS[made % 2] }) };
}
