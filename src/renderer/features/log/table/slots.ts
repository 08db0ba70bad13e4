/**
 * Which elements a row is drawn with. A row keeps its own for as long as it is drawn, and with them the keyboard; one that comes
 * takes those of one that has gone: making and throwing away elements is most of what scrolling costs.
 */
export class Slots {
  #of: ReadonlyMap<string, number> = new Map();

  /** Asked again for the same rows it gives the same answer. */
  assign(ids: readonly string[]): readonly number[] {
    const kept = new Set(ids.map((id) => this.#of.get(id)));
    let free = -1;
    const nextFree = (): number => {
      do free += 1;
      while (kept.has(free));
      return free;
    };
    const next = new Map<string, number>();
    const slots = ids.map((id) => this.#of.get(id) ?? nextFree());
    for (const [at, id] of ids.entries()) next.set(id, slots[at] ?? 0);
    this.#of = next;
    return slots;
  }
}
