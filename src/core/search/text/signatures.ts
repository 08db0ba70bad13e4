/**
 * Which of some documents may have a word, asked of 32 at a time: every three symbols in a row stand for one of a few hundred bits, and
 * a document that has not all bits of a word cannot have the word.
 */
export type Signatures = {
  /** What it was before only makes it asked for in vain. */
  readonly add: (at: number, document: string) => void;
  /** Those before `end`, the newest first. */
  readonly mayHave: (words: readonly string[], end: number) => readonly number[];
};

const SYMBOLS = 3;
const BITS = 512;
const HASH_SHIFT = 32 - Math.log2(BITS);
const GOLDEN = 0x9e37_79b1;

export function createSignatures(): Signatures {
  /** Of each 32 documents, per bit: which of them have it. */
  const blocks: Uint32Array[] = [];
  return {
    add(at, document) {
      const block = (blocks[at >>> 5] ??= new Uint32Array(BITS));
      for (const bit of bitsOf(document)) block[bit] = (block[bit] ?? 0) | (1 << (at & 31));
    },
    mayHave(words, end) {
      const bits = words.flatMap(bitsOf);
      const found: number[] = [];
      for (let at = (end - 1) >> 5; at >= 0; at -= 1) {
        let left = end - at * 32 < 32 ? (1 << (end & 31)) - 1 : -1;
        const block = blocks[at];
        for (let each = 0; left !== 0 && each < bits.length; each += 1) {
          left &= block?.[bits[each] ?? 0] ?? 0;
        }
        while (left !== 0) {
          const highest = 31 - Math.clz32(left);
          found.push(at * 32 + highest);
          left &= ~(1 << highest);
        }
      }
      return found;
    },
  };
}

function bitsOf(text: string): readonly number[] {
  const bits: number[] = [];
  for (let at = SYMBOLS - 1; at < text.length; at += 1) {
    const symbols =
      (text.charCodeAt(at - 2) * 31 + text.charCodeAt(at - 1)) * 31 + text.charCodeAt(at);
    bits.push(Math.imul(symbols, GOLDEN) >>> HASH_SHIFT);
  }
  return bits;
}
