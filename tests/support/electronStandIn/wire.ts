/** Between page and test values travel as text that keeps what a structured clone keeps, which Playwright's own does not. */
export type Codec = {
  readonly encode: (value: unknown) => string;
  readonly decode: (text: string) => unknown;
};

/** Also runs in the page, as text: it may use nothing from this file. */
export function createCodec(): Codec {
  type Node = readonly [tag: string, ...parts: unknown[]];

  const bytesOf = (buffer: ArrayBuffer): string =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCodePoint(byte)).join(''));
  const bufferOf = (text: string): ArrayBuffer =>
    Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0).buffer;

  function encode(value: unknown): string {
    const seen = new Map<object, number>();
    const nodeOf = (part: unknown): Node => {
      if (part === undefined) return ['undefined'];
      if (typeof part === 'bigint') return ['bigint', String(part)];
      if (typeof part === 'number') {
        const isPlain = Number.isFinite(part) && !Object.is(part, -0);
        return isPlain ? ['plain', part] : ['number', Object.is(part, -0) ? '-0' : String(part)];
      }
      if (typeof part !== 'object' || part === null) return ['plain', part];
      const known = seen.get(part);
      if (known !== undefined) return ['seen', known];
      seen.set(part, seen.size);
      return objectNode(part);
    };
    const objectNode = (part: object): Node => {
      if (part instanceof Date) return ['date', String(part.getTime())];
      if (part instanceof RegExp) return ['regexp', part.source, part.flags];
      if (part instanceof Error) return ['error', part.name, part.message];
      if (part instanceof ArrayBuffer) return ['buffer', bytesOf(part)];
      if (ArrayBuffer.isView(part)) {
        const { buffer, byteOffset, byteLength } = part;
        const copy = new Uint8Array(buffer, byteOffset, byteLength).slice();
        return ['view', part.constructor.name, bytesOf(copy.buffer)];
      }
      if (part instanceof Map) {
        return ['map', [...part].map(([key, held]) => [nodeOf(key), nodeOf(held)])];
      }
      if (part instanceof Set) return ['set', [...part].map(nodeOf)];
      if (Array.isArray(part)) return ['list', part.map(nodeOf)];
      return ['object', Object.entries(part).map(([key, held]) => [key, nodeOf(held)])];
    };
    return JSON.stringify(nodeOf(value));
  }

  function decode(text: string): unknown {
    const made: unknown[] = [];
    const isNode = (part: unknown): part is Node => Array.isArray(part);
    const nodesOf = (part: unknown): readonly Node[] =>
      Array.isArray(part) ? part.filter(isNode) : [];
    const keep = <T>(value: T): T => {
      made.push(value);
      return value;
    };
    const fill = <T>(value: T, how: (kept: T) => void): T => {
      const kept = keep(value);
      how(kept);
      return kept;
    };
    const viewOf = (name: string, buffer: ArrayBuffer): unknown => {
      const kind: unknown = Reflect.get(globalThis, name === 'Buffer' ? 'Uint8Array' : name);
      if (typeof kind !== 'function') throw new Error(`No ${name} here`);
      const view: unknown = Reflect.construct(kind, [buffer]);
      return view;
    };
    const valueOf = ([tag, one, two]: Node): unknown => {
      switch (tag) {
        case 'undefined':
          return undefined;
        case 'plain':
          return one;
        case 'bigint':
          return BigInt(String(one));
        case 'number':
          return Number(one);
        case 'seen':
          return made[Number(one)];
        case 'date':
          return keep(new Date(Number(one)));
        case 'regexp':
          return keep(new RegExp(String(one), String(two)));
        case 'error':
          return keep(Object.assign(new Error(String(two)), { name: String(one) }));
        case 'buffer':
          return keep(bufferOf(String(one)));
        case 'view':
          return keep(viewOf(String(one), bufferOf(String(two))));
        case 'map':
          return fill(new Map<unknown, unknown>(), (map) => {
            for (const [key, held] of nodesOf(one)) {
              if (isNode(key) && isNode(held)) map.set(valueOf(key), valueOf(held));
            }
          });
        case 'set':
          return fill(new Set<unknown>(), (set) => {
            for (const node of nodesOf(one)) set.add(valueOf(node));
          });
        case 'list':
          return fill<unknown[]>([], (list) => {
            for (const node of nodesOf(one)) list.push(valueOf(node));
          });
        default:
          return fill({}, (object) => {
            for (const [key, held] of nodesOf(one)) {
              if (!isNode(held)) continue;
              const described = {
                value: valueOf(held),
                enumerable: true,
                writable: true,
                configurable: true,
              };
              Object.defineProperty(object, key, described);
            }
          });
      }
    };
    const root: unknown = JSON.parse(text);
    return isNode(root) ? valueOf(root) : undefined;
  }

  return { encode, decode };
}
