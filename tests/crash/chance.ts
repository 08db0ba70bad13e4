/** Mulberry32: what is drawn can be drawn again. When a kill really lands is up to the machine all the same. */
export function chanceOf(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
