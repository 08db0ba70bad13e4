/** Between page and test values travel as JSON, and with them what JSON leaves out: main must see and refuse what a page sent. */
export type Codec = {
  readonly encode: (value: unknown) => string;
  readonly decode: (text: string) => unknown;
};

/** Also runs in the page, as text: it may use nothing from this file. */
export function createCodec(): Codec {
  /** In the place of a value: an array, whose first item no page would write. */
  const TAG = '\u0000stand-in';
  const isTagged = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value[0] === TAG;

  const tagged = (value: unknown): unknown => {
    if (value === undefined) return [TAG, 'undefined'];
    if (typeof value === 'bigint') return [TAG, 'bigint', String(value)];
    if (typeof value === 'number' && !Number.isFinite(value)) return [TAG, 'number', String(value)];
    if (value instanceof Map || value instanceof Set) {
      return [TAG, value instanceof Map ? 'map' : 'set', encode([...value])];
    }
    if (value instanceof Uint8Array) return [TAG, 'bytes', encode([...value])];
    return value;
  };

  const encode = (value: unknown): string =>
    JSON.stringify(value, function replaced(this: object, key: string, part: unknown) {
      // A date would have become text before the replacer sees it.
      const own: unknown = Reflect.get(this, key);
      return own instanceof Date ? [TAG, 'date', String(own.getTime())] : tagged(part);
    });

  const partsOf = (text: string): readonly unknown[] => {
    const parts: unknown = decode(text);
    return Array.isArray(parts) ? parts : [];
  };
  const untagged = ([, kind, text = '']: readonly string[]): unknown => {
    switch (kind) {
      case 'bigint':
        return BigInt(text);
      case 'number':
        return Number(text);
      case 'date':
        return new Date(Number(text));
      case 'map':
        return new Map(
          partsOf(text).filter((part): part is [unknown, unknown] => Array.isArray(part)),
        );
      case 'set':
        return new Set(partsOf(text));
      case 'bytes':
        return Uint8Array.from(partsOf(text).map(Number));
      default:
        return undefined;
    }
  };

  /** By hand, because a reviver's undefined takes the key away. */
  const revived = (value: unknown): unknown => {
    if (isTagged(value)) return untagged(value);
    if (Array.isArray(value)) return value.map(revived);
    if (typeof value !== 'object' || value === null) return value;
    for (const [key, part] of Object.entries(value)) {
      Object.defineProperty(value, key, { value: revived(part), ...KEPT });
    }
    return value;
  };
  const KEPT = { enumerable: true, writable: true, configurable: true };

  const decode = (text: string): unknown => revived(JSON.parse(text));
  return { encode, decode };
}
