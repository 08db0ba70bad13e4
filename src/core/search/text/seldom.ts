import { BEYOND, GRAM } from './grams.ts';
import { type Listed, costOf, lookUp } from './lists.ts';
import type { Segment } from './segments.ts';
import type { Starts } from './starts.ts';
import type { GramWord } from './words.ts';

/** A list that is in more chunks is not read whole, but skipped through until enough is found. */
const MOST_READ = 4;
/** Nor is what is left looked for in more than so many. */
const MOST_LOOKED_INTO = 12;
/** Of a chunk: in less than that there are not many more occurrences than those chunks. */
const FEW = 1 / 32;
/** Two grams that have more than this in common leave more. */
const APART = 3;
const NEAR = 8;

type Guess = { readonly offset: number; readonly listed: Listed; readonly cost: number };

/**
 * The places of a segment, before `end`, that have a word of which some gram is seldom: its list is read whole, and what is
 * left of it in one list after another is where the word begins. Null: nothing of it is seldom, or positions do not tell.
 */
export function findSeldom(
  segment: Segment,
  { spelled, grams }: GramWord,
  end: number,
  starts: Starts,
): Uint32Array | null {
  if (spelled.length > BEYOND) return null;
  const guesses = grams.map(({ gram, offset }): Guess => {
    const listed = lookUp(segment, gram);
    return { offset, listed, cost: costOf(listed) };
  });
  const first = cheapest(guesses, null);
  if (first === null || chunksOf(first.listed) > MOST_READ) return null;
  const second = cheapest(guesses, first.offset);
  const isSecondLong = second !== null && chunksOf(second.listed) > MOST_LOOKED_INTO;
  if (isSecondLong && first.cost > FEW) return null;
  if (!starts.read(first.listed, first.offset, spelled.length - GRAM)) return null;
  const looked = second === null ? [first] : [first, second];
  if (second !== null && !keepIn(second, starts)) return null;
  return keepWhole(guesses, looked, starts) ? starts.places(segment.base, end) : null;
}

/** Whatever of the word has not been looked for yet, from its beginning to its end. False: that would take too long. */
function keepWhole(guesses: readonly Guess[], looked: readonly Guess[], starts: Starts): boolean {
  const last = guesses.length - 1;
  let symbol = 0;
  while (symbol < last + GRAM) {
    let next = looked.find(({ offset }) => offset <= symbol && symbol < offset + GRAM);
    if (next === undefined) {
      const at = Math.min(symbol, last);
      next = guesses.find(({ offset }) => offset === at);
      if (next === undefined || !keepIn(next, starts)) return false;
    }
    symbol = next.offset + GRAM;
  }
  return true;
}

function keepIn({ listed, offset }: Guess, starts: Starts): boolean {
  const size = starts.size();
  if (size === 0) return true;
  if (Math.min(size, chunksOf(listed)) > MOST_LOOKED_INTO) return false;
  starts.keepIn(listed, offset);
  return true;
}

function chunksOf({ before, last }: Listed): number {
  return last - before + 1;
}

/** Of all, or what goes best with another. */
function cheapest(guesses: readonly Guess[], beside: number | null): Guess | null {
  let best: Guess | null = null;
  let least = Infinity;
  for (const one of guesses) {
    if (one.offset === beside) continue;
    const isNear = beside !== null && Math.abs(one.offset - beside) < APART;
    const cost = isNear ? one.cost * NEAR : one.cost;
    if (cost >= least) continue;
    best = one;
    least = cost;
  }
  return best;
}
