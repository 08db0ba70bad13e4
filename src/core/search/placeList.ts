/** Places in the order of a query, as of one moment. It may still be growing at its end. */
export type PlaceList = {
  readonly length: () => number;
  /** Fewer only at the end. */
  readonly slice: (from: number, to: number) => Uint32Array;
};

export type Grown = PlaceList & { readonly add: (places: readonly number[]) => void };

const FIRST_ROOM = 128;

/** A list that grows at its end, in an array that is doubled when it is full. */
export function createGrown(): Grown {
  let places = new Uint32Array(FIRST_ROOM);
  let length = 0;
  return {
    length: () => length,
    slice: (from, to) => places.slice(Math.min(from, length), Math.min(to, length)),
    add(more) {
      if (length + more.length > places.length) {
        const larger = new Uint32Array(Math.max(places.length * 2, length + more.length));
        larger.set(places.subarray(0, length));
        places = larger;
      }
      places.set(more, length);
      length += more.length;
    },
  };
}
