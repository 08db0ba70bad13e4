import type Database from 'better-sqlite3';
import { z } from 'zod';

import { createDice } from '#core/log/sample/dice.ts';

/** What people type, by how hard it is to find. Each term is taken from a row that is there, except the last. */
export const CLASSES = [
  'whole order id',
  'order id, prefix',
  'order id, middle digits',
  'any 3 digits',
  'rare letters',
  'common prefix',
  'Cyrillic fragment',
  'phone, middle',
  'requisite, last 4',
  'amount',
  'remote id, fragment',
  'two words',
  'no match',
] as const;
export type TermClass = (typeof CLASSES)[number];

export type Terms = (ofClass: TermClass) => readonly string[];

const rowSchema = z.object({
  order_id: z.string(),
  customer: z.string().nullable(),
  phone: z.string().nullable(),
  remote_id: z.string().nullable(),
  number: z.string().nullable(),
  amount: z.string(),
});
type Row = z.infer<typeof rowSchema>;

const MOST_TRIES = 2000;
const RARE: readonly string[] = [
  'щерб',
  'zz7',
  'q8x',
  'соколовск',
  'abdull',
  'эргаш',
  'w9k',
  'ylz',
];
const COMMON: readonly string[] = ['cust-', 'd-1', 'bz20', '+7000', 'player_', '9999', '@', 'test'];

/** The same terms every time for the same log. */
export function createTerms(db: Database.Database, rows: number): Terms {
  const dice = createDice(rows);
  const read = db.prepare('SELECT * FROM plain WHERE place = ?');
  function from(pick: (row: Row) => string | null): readonly string[] {
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      const term = pick(rowSchema.parse(read.get(dice.below(rows))));
      if (term !== null && term.length >= 3) return [term];
    }
    return ['000'];
  }
  const of: Readonly<Record<TermClass, () => readonly string[]>> = {
    'whole order id': () => from((row) => row.order_id),
    'order id, prefix': () => from((row) => row.order_id.slice(0, dice.between(5, 7))),
    'order id, middle digits': () =>
      from((row) => /[0-9]{4,}/u.exec(row.order_id)?.[0].slice(1, 7) ?? null),
    'any 3 digits': () => [dice.digits(3)],
    'rare letters': () => [dice.pick(RARE)],
    'common prefix': () => [dice.pick(COMMON.filter((term) => term.length >= 3))],
    'Cyrillic fragment': () =>
      from(({ customer }) =>
        customer !== null && /^[а-яё]{5}/u.test(customer) ? customer.slice(1, 5) : null,
      ),
    'phone, middle': () => from(({ phone }) => (phone === null ? null : phone.slice(-6, -1))),
    'requisite, last 4': () => from(({ number }) => number?.slice(-4) ?? null),
    amount: () => from((row) => row.amount),
    'remote id, fragment': () => from((row) => row.remote_id?.slice(3, 12) ?? null),
    'two words': () => [
      ...from((row) => row.order_id.slice(0, 4)),
      ...from(({ customer }) => customer?.slice(0, 4).trim() ?? null),
    ],
    'no match': () => [`${dice.digits(4)}zq${dice.digits(3)}`],
  };
  return (ofClass) => of[ofClass]();
}
