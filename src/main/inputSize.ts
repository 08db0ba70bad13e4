/** What a number, a key's place or an empty list weighs. */
const NODE_BYTES = 16;
/** No input of the contract is nearly as deep; it ends a value that holds itself. */
const DEEPEST = 64;

/**
 * Whether a value is what JSON could carry (undefined besides) and no larger than `maxBytes`. The other host reads JSON; here
 * structured clone would also bring maps, buffers and values that hold themselves, for which no schema was written.
 */
export function isPlainWithin(value: unknown, maxBytes: number): boolean {
  let level: readonly unknown[] = [value];
  let bytes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    const below: unknown[] = [];
    for (const one of level) {
      bytes += NODE_BYTES;
      // Counted by units first: a text far too long is not read for its bytes.
      if (typeof one === 'string')
        bytes += one.length > maxBytes ? one.length : Buffer.byteLength(one);
      else if (isPlain(one)) bytes += childrenOnto(below, one);
      else if (!isJsonAtom(one)) return false;
      if (bytes > maxBytes) return false;
    }
    level = below;
  }
  return true;
}

/** A list weighs by its length: one of a billion holes has no entries, and a schema would walk through them all. */
function childrenOnto(waiting: unknown[], parent: object): number {
  let bytes = Array.isArray(parent) ? parent.length * NODE_BYTES : 0;
  for (const [key, child] of Object.entries(parent)) {
    bytes += Buffer.byteLength(key);
    waiting.push(child);
  }
  return bytes;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

function isJsonAtom(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}
