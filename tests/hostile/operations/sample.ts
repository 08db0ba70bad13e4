import { CONTRACT, type OperationName } from '../../../src/shared/contract/operations.ts';
import { profileSetUp } from '../../support/profileSetUp.ts';
import { type SchemaNode, branchesOf, inputNode, typesOf } from './schemaNode.ts';

/** Of what a text may have to look like, the first that fits. None of it names anything that a fresh desk has. */
const TEXTS = [
  'nobody',
  '00000000-0000-4000-8000-00000000beef',
  '0'.repeat(64),
  '2026-01-31',
  '2026-01-31T10:00:00.000Z',
  'https://provider.example/pay',
  '127.0.0.1',
  'UTC',
  '10:00',
  'A',
  '1',
  '',
];

/** By key, for rules that JSON Schema cannot say: the parts of a provider format must fit each other. */
const SET_UP = profileSetUp();
const BY_HAND: Readonly<Record<string, unknown>> = {
  setUp: SET_UP,
  dialect: SET_UP.dialect,
  publicUrl: 'https://provider.example/',
  timeZone: 'UTC',
  stated: {
    lists: 'all',
    madeAt: '2026-02-02T10:00:00.000Z',
    from: '2026-01-31T10:00:00.000Z',
    to: '2026-02-01T10:00:00.000Z',
    timeZone: 'UTC',
    marginMin: 30,
  },
};

/** Filled in whole, also where something may be left out: so everything in it can be made wrong. */
export function sampleOf(node: SchemaNode): unknown {
  const [branch = node] = branchesOf(node);
  if (branch.const !== undefined) return branch.const;
  if (branch.enum !== undefined) return branch.enum[0];
  const types = typesOf(branch);
  if (types.has('object')) return sampleObject(branch);
  if (types.has('string')) return sampleText(branch);
  if (types.has('array')) {
    const { items = {}, minItems = 0, maxItems = 1 } = branch;
    return Array.from({ length: Math.max(minItems, Math.min(1, maxItems)) }, () => sampleOf(items));
  }
  if (types.has('number')) return sampleNumber(branch);
  return types.has('boolean') ? false : null;
}

export function sampleObject(node: SchemaNode): Readonly<Record<string, unknown>> {
  const { properties = {}, additionalProperties, propertyNames } = node;
  const named = Object.entries(properties).map(
    ([key, child]) => [key, BY_HAND[key] ?? sampleOf(child)] as const,
  );
  if (typeof additionalProperties !== 'object') return Object.fromEntries(named);
  const keys = (propertyNames?.enum ?? []).map(String);
  return Object.fromEntries([
    ...named,
    ...keys.map((key) => [key, sampleOf(additionalProperties)] as const),
  ]);
}

function sampleText({ pattern = '', minLength = 0, maxLength = Infinity }: SchemaNode): string {
  const rule = new RegExp(pattern, 'u');
  const found = TEXTS.find(
    (text) => rule.test(text) && text.length >= minLength && text.length <= maxLength,
  );
  if (found === undefined) throw new Error(`No text of sample.ts fits ${pattern}`);
  return found;
}

function sampleNumber({ minimum, exclusiveMinimum, maximum = Infinity }: SchemaNode): number {
  const least = exclusiveMinimum === undefined ? (minimum ?? 1) : exclusiveMinimum + 1;
  return Math.min(Math.max(1, least), maximum);
}

/** Valid by the contract's own word. An operation for which none can be made fails the suite: give it a line above. */
export function goodInput(name: OperationName): unknown {
  const made = sampleOf(inputNode(name));
  const read = CONTRACT[name].input.safeParse(made);
  if (read.success) return made;
  throw new Error(`No good input for ${name} was made: ${JSON.stringify(read.error.issues)}`);
}
