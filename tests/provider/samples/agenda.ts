import type { Timed } from '#core/log/sample/story.ts';

/** What is still to happen, the soonest first; of two at once, the one that was put in first. */
export type Agenda = {
  readonly add: (item: Timed) => void;
  /** Takes what is due at this time or before, or null. */
  readonly takeDue: (untilMs: number) => Timed | null;
};

type Entry = { readonly item: Timed; readonly turn: number };

export function createAgenda(): Agenda {
  const heap: Entry[] = [];
  let turns = 0;
  const isBefore = (a: Entry, b: Entry): boolean =>
    a.item.atMs === b.item.atMs ? a.turn < b.turn : a.item.atMs < b.item.atMs;

  function rise(from: number, entry: Entry): void {
    let at = from;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (parent === undefined || isBefore(parent, entry)) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = entry;
  }

  function sink(entry: Entry): void {
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (isBefore(entry, child)) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = entry;
  }

  return {
    add(item) {
      turns += 1;
      const entry = { item, turn: turns };
      heap.push(entry);
      rise(heap.length - 1, entry);
    },
    takeDue(untilMs) {
      const first = heap[0];
      if (first === undefined || first.item.atMs > untilMs) return null;
      const last = heap.pop();
      if (last !== undefined && last !== first) sink(last);
      return first.item;
    },
  };
}
