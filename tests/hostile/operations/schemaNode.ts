import { z } from 'zod';

import { CONTRACT, type OperationName } from '../../../src/shared/contract/operations.ts';

/** As much of JSON Schema as zod writes for an operation's input. */
export type SchemaNode = {
  readonly type?: string | readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode>> | undefined;
  readonly required?: readonly string[] | undefined;
  /** `false`: nothing besides `properties`. */
  readonly additionalProperties?: boolean | SchemaNode | undefined;
  readonly propertyNames?: SchemaNode | undefined;
  readonly items?: SchemaNode | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  readonly oneOf?: readonly SchemaNode[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly maximum?: number | undefined;
};

/** Strict: a word of JSON Schema that is not known here would be a rule that nobody tries to break. */
const schemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.strictObject({
    $schema: z.string().optional(),
    default: z.unknown().optional(),
    readOnly: z.boolean().optional(),
    format: z.string().optional(),
    contentEncoding: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), schemaNode).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schemaNode]).optional(),
    propertyNames: schemaNode.optional(),
    items: schemaNode.optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    anyOf: z.array(schemaNode).optional(),
    oneOf: z.array(schemaNode).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    pattern: z.string().optional(),
    minimum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
);

export function inputNode(name: OperationName): SchemaNode {
  const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const;
  return schemaNode.parse(z.toJSONSchema(CONTRACT[name].input, options));
}

export function branchesOf(node: SchemaNode): readonly SchemaNode[] {
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return branches.length === 0 ? [node] : branches.flatMap(branchesOf);
}

/** Its own types, all branches together. */
export function typesOf(node: SchemaNode): ReadonlySet<string> {
  const own = branchesOf(node).flatMap((branch) => {
    if (branch.const !== undefined) return [kindOf(branch.const)];
    if (branch.enum !== undefined) return branch.enum.map(kindOf);
    return branch.type ?? ANYTHING;
  });
  return new Set(own.map((type) => (type === 'integer' ? 'number' : type)));
}

const ANYTHING = ['string', 'number', 'boolean', 'null', 'array', 'object'];

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
