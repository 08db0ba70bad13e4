import { z } from 'zod';

import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Vault, VaultFault } from '../ports.ts';
import { within } from '../within.ts';

/** How many numbers are reserved at once. */
const BLOCK = 100;
/** Of how many series the ends are kept, those used last: some keychains hold no more than 1,280 characters in an item. */
const MAX_SERIES = 24;
/** A keychain that waits for a person does not hold up a number for longer. */
const PATIENCE_MS = 2000;

/** Each series of numbers with the end of its newest block, the one used last at the end. */
const itemSchema = z.array(z.tuple([z.string(), z.int().nonnegative()]));
type Item = z.infer<typeof itemSchema>;

/** Of a series, by this run: the last number in use and the end of the block. */
type Held = { last: number; readonly end: number };

/** Order ids that the log has made, and the last number of their series. */
type Made = { readonly orderIds: readonly string[]; readonly last: number };
type Reserved = { readonly isReserved: boolean };
type Take<E> = (after: number) => Promise<Result<Made, E>>;

type Deps = {
  readonly vault: Pick<Vault, 'read' | 'write'>;
  /** Of one login: every copy of its data directory on this account has the same item. */
  readonly account: string;
  /** Whether the item is there may be another answer now. */
  readonly onChange: () => void;
};

export type NumberBlocks = ReturnType<typeof createNumberBlocks>;

/**
 * Numbers that no other copy of this data directory has used. The log counts them; a copy of it from last week counts from last
 * week. Therefore they are reserved in blocks, and the end of a block is in the keychain before its first number is used. A run of the
 * desk begins after the end that it finds there; a desk that is closed in order leaves its last number as the end.
 */
export function createNumberBlocks(deps: Deps) {
  const ends = keepEnds(deps);
  const made = new Set<string>();
  let held = new Map<string, Held>();
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: each reads the keychain before it writes. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }
  return {
    /** Order ids by `take`, which makes them with numbers after the one that it is given. `series` of null: without numbers. */
    make: <E>(series: string | null, take: Take<E>): Promise<Result<Made, E>> =>
      inTurn(async () => {
        const taken = await (series === null
          ? unnumbered(take)
          : reserved(ends, held, series, take));
        if (taken.ok && taken.value.isReserved) for (const id of taken.value.orderIds) made.add(id);
        return taken;
      }),
    /** Whether this run of the desk made the order id. One of before the start may have been sent by a copy of this log. */
    isMade: (orderId: string): boolean => made.has(orderId),
    /** Whether the keychain knows up to which number this desk has come. */
    isHeld: (): Promise<boolean> =>
      inTurn(async () => {
        if (ends.known() === null) await ends.read();
        return ends.known() !== null;
      }),
    /** The same as it was last seen. True until it was looked at. */
    wasHeld: (): boolean => !ends.isLookedAt() || ends.known() !== null,
    /** Where the keychain has no such item: the log is known to have every number that was used. */
    begin: (): Promise<void> =>
      inTurn(async () => {
        if (ends.known() === null && (await ends.read()) === 'none') await ends.write([]);
      }),
    /** The log has left out enough numbers to be after every one that was used. */
    beginAnew: (): Promise<Result<void, VaultFault>> =>
      inTurn(() => {
        made.clear();
        held = new Map();
        return ends.write([]);
      }),
    /** The next run goes on without a gap, unless another copy of the directory has reserved numbers since. */
    close: (): Promise<void> => inTurn(() => giveBack(ends, held)),
  };
}

async function unnumbered<E>(take: Take<E>): Promise<Result<Made & Reserved, E>> {
  const taken = await take(0);
  return taken.ok ? ok({ ...taken.value, isReserved: true }) : taken;
}

/** `isReserved` of false: the keychain has no end for these numbers, and a copy of this log may use them too. */
async function reserved<E>(
  ends: Ends,
  held: Map<string, Held>,
  series: string,
  take: Take<E>,
): Promise<Result<Made & Reserved, E>> {
  if (ends.known() === null) await ends.read();
  const before = held.get(series);
  const known = before?.end ?? ends.of(series);
  const taken = await take(before === undefined ? known : 0);
  if (!taken.ok) return taken;
  if (before !== undefined && taken.value.last <= before.end) {
    before.last = taken.value.last;
    return ok({ ...taken.value, isReserved: true });
  }
  await ends.read();
  // Another copy of the directory has reserved numbers meanwhile: these may be among them.
  const own = ends.of(series) === known ? taken : await take(ends.of(series));
  if (!own.ok) return own;
  const { last } = own.value;
  const end = last + BLOCK;
  const isReserved = ends.known() !== null && (await ends.write(ends.with(series, end))).ok;
  if (isReserved) held.set(series, { last, end });
  return ok({ ...own.value, isReserved });
}

async function giveBack(ends: Ends, held: ReadonlyMap<string, Held>): Promise<void> {
  if (held.size > 0) await ends.read();
  const item = ends.known();
  if (held.size === 0 || item === null) return;
  await ends.write(
    item.map(([series, end]) => {
      const own = held.get(series);
      return [series, own?.end === end ? own.last : end];
    }),
  );
}

type Ends = ReturnType<typeof keepEnds>;

/** The item in the keychain, as it was last read or written. */
function keepEnds({ vault, account, onChange }: Deps) {
  let item: Item | null = null;
  let isLookedAt = false;
  function know(now: Item | null): void {
    const isNews = !isLookedAt || (item === null) !== (now === null);
    isLookedAt = true;
    item = now;
    if (isNews) onChange();
  }
  return {
    /** Null: the keychain has no such item, or does not answer. */
    known: (): Item | null => item,
    isLookedAt: (): boolean => isLookedAt,
    of: (series: string): number => item?.find(([one]) => one === series)?.[1] ?? 0,
    with: (series: string, end: number): Item => {
      const others = (item ?? []).filter(([one]) => one !== series);
      return [...others, [series, end] satisfies Item[number]].slice(-MAX_SERIES);
    },
    async read(): Promise<'read' | 'none' | 'silent'> {
      const stored = await soon(vault.read(account));
      know(stored.ok && stored.value !== null ? itemIn(stored.value) : null);
      if (!stored.ok) return 'silent';
      return item === null ? 'none' : 'read';
    },
    async write(next: Item): Promise<Result<void, VaultFault>> {
      const written = await soon(vault.write(account, JSON.stringify(next)));
      know(written.ok ? next : null);
      return written;
    },
  };
}

/** One that cannot be read is none: the end of the numbers is not known. */
function itemIn(text: string): Item | null {
  try {
    return itemSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function soon<T>(work: Promise<Result<T, VaultFault>>): Promise<Result<T, VaultFault>> {
  return within(work, { ms: PATIENCE_MS }, () => err('timed_out'));
}
