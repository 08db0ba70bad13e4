import { sampleObject, sampleOf } from './sample.ts';
import { type SchemaNode, branchesOf, typesOf } from './schemaNode.ts';

export const WRONG_KINDS = ['extra keys', 'wrong types', 'oversize'] as const;
type WrongKind = (typeof WRONG_KINDS)[number];

export type WrongInput = {
  readonly kind: WrongKind;
  readonly what: string;
  /** What is too large takes long to make, and two rows of three want none of it. */
  readonly make: () => unknown;
};

/** More than the contract lets any text have, but for a picture. */
const TOO_LONG = 'a'.repeat(5 * 1024 * 1024);

function tooLongFor({ maxLength = 0 }: SchemaNode): string {
  return maxLength < TOO_LONG.length ? TOO_LONG : 'a'.repeat(maxLength + 1);
}
const EXTRA_KEYS = ['extra', 'constructor', 'toString', '__proto__'];

const OF_TYPE: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  boolean: [true],
  number: [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY],
  string: ['', 'text', '1', 'true', 'null'],
  array: [[], [[]], ['text']],
  object: [{}, { value: 'text' }],
};
/** What a structured clone carries and JSON does not; right nowhere. */
const CLONED: readonly unknown[] = [
  undefined,
  10n,
  new Date(0),
  new Map([['profileId', 'sandbox']]),
  new Set(['sandbox']),
  /sandbox/u,
  new Uint8Array(4),
  new Error('sandbox'),
  holdingItself(),
];

function holdingItself(): readonly unknown[] {
  const made: unknown[] = [];
  made.push(made);
  return made;
}

type Put = (value: unknown) => unknown;

/** Wrong by construction, from the rule that each breaks; the schema itself is not asked. */
export function* wrongInputs(node: SchemaNode): Generator<WrongInput> {
  yield* wrongAt({ node, sample: sampleOf(node), path: '', mayBeAbsent: false }, (value) => value);
}

type Place = {
  readonly node: SchemaNode;
  /** Good here; what is beside something wrong is taken from it, so that nothing else is wrong. */
  readonly sample: unknown;
  readonly path: string;
  readonly mayBeAbsent: boolean;
};

function* wrongAt({ node, sample, path, mayBeAbsent }: Place, put: Put): Generator<WrongInput> {
  const at = path === '' ? 'the whole' : path;
  const right = typesOf(node);
  const others = Object.entries(OF_TYPE).flatMap(([type, values]) =>
    right.has(type) ? [] : values,
  );
  const foreign = CLONED.filter((value) => !(mayBeAbsent && value === undefined));
  for (const value of [...others, ...foreign]) {
    yield { kind: 'wrong types', what: `${at} is ${told(value)}`, make: () => put(value) };
  }
  for (const branch of branchesOf(node)) {
    yield* outOfBounds(branch, at, put, right);
    if (branch.properties !== undefined || branch.propertyNames !== undefined) {
      const own = isOfBranch(branch, sample) ? sample : sampleObject(branch);
      yield* wrongObject(branch, own, path, put);
    }
    if (branch.items !== undefined) yield* wrongArray(branch, branch.items, path, put);
  }
}

/** Of several kinds of object, which one: by what only that kind is called. */
function isOfBranch({ properties = {} }: SchemaNode, sample: unknown): sample is object {
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return false;
  return Object.entries(properties).every(
    ([key, child]) => child.const === undefined || Reflect.get(sample, key) === child.const,
  );
}

function* outOfBounds(
  node: SchemaNode,
  at: string,
  put: Put,
  right: ReadonlySet<string>,
): Generator<WrongInput> {
  const kind = 'wrong types';
  const types = typesOf(node);
  if (node.enum !== undefined || node.const !== undefined) {
    if (types.has('string'))
      yield { kind, what: `${at} is no choice`, make: () => put('no such choice') };
    return;
  }
  const otherForm = formless(node);
  if (otherForm !== null)
    yield { kind, what: `${at} has another form`, make: () => put(otherForm) };
  if (types.has('string'))
    yield { kind: 'oversize', what: `${at} is too long`, make: () => put(tooLongFor(node)) };
  if (node.type === 'integer') yield { kind, what: `${at} is a fraction`, make: () => put(1.5) };
  const least = node.minimum ?? node.exclusiveMinimum;
  if (least !== undefined && !right.has('string')) {
    yield { kind, what: `${at} is too small`, make: () => put(least - 1) };
  }
  const { maximum } = node;
  if (maximum !== undefined) {
    yield { kind, what: `${at} is too large`, make: () => put(maximum * 2) };
  }
}

function* wrongObject(
  node: SchemaNode,
  sample: object,
  path: string,
  put: Put,
): Generator<WrongInput> {
  const at = path === '' ? 'the whole' : path;
  const whole: readonly (readonly [string, unknown])[] = Object.entries(sample);
  for (const key of EXTRA_KEYS) {
    const make = (): unknown => put(withOwn([...whole, [key, { isAdmin: true }]]));
    yield { kind: 'extra keys', what: `${at} has ${key} besides`, make };
  }
  const makeLarge = (): unknown => put(withOwn([...whole, ['extra', TOO_LONG]]));
  yield { kind: 'oversize', what: `${at} has something huge besides`, make: makeLarge };
  for (const key of node.required ?? []) {
    const make = (): unknown => put(withOwn(whole.filter(([name]) => name !== key)));
    yield { kind: 'wrong types', what: `${at} has no ${key}`, make };
  }
  for (const [key, child] of childrenOf(node)) {
    const others = whole.filter(([name]) => name !== key);
    const putChild: Put = (value) => put(withOwn([...others, [key, value]]));
    const place = {
      node: child,
      sample: new Map(whole).get(key),
      path: path === '' ? key : `${path}.${key}`,
      mayBeAbsent: !(node.required ?? []).includes(key),
    };
    yield* wrongAt(place, putChild);
  }
}

function childrenOf(node: SchemaNode): readonly (readonly [string, SchemaNode])[] {
  const { properties = {}, additionalProperties, propertyNames } = node;
  const known = (propertyNames?.enum ?? []).map(String);
  if (typeof additionalProperties !== 'object') return Object.entries(properties);
  return [
    ...Object.entries(properties),
    ...known.map((key) => [key, additionalProperties] as const),
  ];
}

function* wrongArray(
  { maxItems }: SchemaNode,
  items: SchemaNode,
  path: string,
  put: Put,
): Generator<WrongInput> {
  const one = sampleOf(items);
  const size = JSON.stringify(one).length + 1;
  const count = Math.max((maxItems ?? 0) + 1, Math.ceil(TOO_LONG.length / size));
  const makeMany = (): unknown => put(Array.from({ length: count }, () => one));
  yield { kind: 'oversize', what: `${path} has ${count} items`, make: makeMany };
  const place = { node: items, sample: one, path: `${path}[]`, mayBeAbsent: false };
  yield* wrongAt(place, (value) => put([value]));
}

const FORMLESS = ['../../no ::form', '\u0000', 'é\n'];

function formless({ pattern }: SchemaNode): string | null {
  if (pattern === undefined) return null;
  const rule = new RegExp(pattern, 'u');
  return FORMLESS.find((text) => !rule.test(text)) ?? null;
}

/** Own keys all of them, `__proto__` too. */
function withOwn(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [key, value] of entries) {
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true });
  }
  return made;
}

function told(value: unknown): string {
  if (Array.isArray(value) && value[0] === value) return 'a list that holds itself';
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Object && !Array.isArray(value)) {
    return `${value.constructor.name} ${JSON.stringify(value)}`;
  }
  return typeof value === 'number' || value === undefined ? String(value) : JSON.stringify(value);
}
