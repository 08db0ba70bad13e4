export type Dice = ReturnType<typeof createDice>;

const TWO_TO_32 = 0x1_0000_0000;
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);
const MANY_DIGITS = 1e9;

/** Chance that repeats itself: the same seed throws the same numbers on every machine. Not for anything that must be secret. */
export function createDice(seed: number) {
  const word = createWords(seed);
  const roll = (): number => word() / TWO_TO_32;
  const below = (count: number): number => Math.floor(roll() * count);
  const hex = (value: number): string =>
    `${HEX[value >>> 24] ?? ''}${HEX[(value >>> 16) & 255] ?? ''}${HEX[(value >>> 8) & 255] ?? ''}${HEX[value & 255] ?? ''}`;
  const uuid = (): string => {
    const [a, b, c, d] = [hex(word()), hex(word()), hex(word()), hex(word())];
    // Version 4, variant 1, as every other id of the desk and the provider.
    const variant = '89ab'.charAt(Number.parseInt(c.charAt(0), 16) & 3);
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
  };
  return {
    /** 0 ≤ value < 1. */
    roll,
    below,
    between: (least: number, most: number) => least + below(most - least + 1),
    isHit: (share: number) => roll() < share,
    pick<T>(from: readonly T[]): T {
      const found = from[below(from.length)];
      if (found === undefined) throw new Error('Nothing to pick from');
      return found;
    },
    digits(count: number): string {
      let text = '';
      while (text.length < count) text += String(below(MANY_DIGITS)).padStart(9, '0');
      return text.slice(0, count);
    },
    uuid,
    fillBytes(bytes: Uint8Array): void {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = word() & 255;
    },
  };
}

/** sfc32: small, fast, and good enough that no pattern shows in a million rows. */
function createWords(seed: number): () => number {
  let a = 0x9e37_79b9;
  let b = 0x243f_6a88;
  let c = seed >>> 0;
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

/** One of several, each with its weight. */
export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

export function createDraw<T>(choices: Weighted<T>): (dice: Dice) => T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  return (dice) => {
    let left = dice.roll() * total;
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    const last = choices.at(-1);
    if (last === undefined) throw new Error('Nothing to draw from');
    return last[0];
  };
}
