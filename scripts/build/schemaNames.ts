import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { Visitor, parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';

/** From where the build is run. */
const SHARED = path.resolve('src/shared');
/** `const amountSchema = …`, and what is made by zod under another name. */
const MADE = /^(?:export )?const (?<name>\w+Schema|\w+(?= = z\.))\b/gmu;

/**
 * What schemas are made from, by name. Making one changes nothing, so one that nobody asks can be left out; but a bundler sees
 * only a method called on something (`intentIdSchema.nullable()`) and keeps it, and with it all that it is made from.
 */
export function schemaNames(): string[] {
  const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(SHARED, file), 'utf8'));
  const names = files.flatMap((text) =>
    [...text.matchAll(MADE)].map(({ groups }) => groups?.['name']),
  );
  return ['z', ...new Set(names.filter((name) => name !== undefined))];
}

/**
 * The bundler goes by the name alone, in every module: a call such as `text.push(line);`, whose value nobody uses, is left out
 * of the build where some schema of `src/shared` is called `text`. Here such a call fails the build instead.
 */
export function keptCalls(names: readonly string[]): Plugin {
  const called = new RegExp(`(?<![\\w$.])(?:${names.join('|')})\\s*(?:\\(|\\.|\\?\\.|\\[)`, 'u');
  return {
    name: 'kept-calls',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.[cm]?[jt]sx?(?:$|\?)/u },
      handler(code, id) {
        const lost = called.test(code) ? lostCalls(code, names) : [];
        if (lost.length === 0) return null;
        return this.error(
          `${id}: these calls have the name of a schema of src/shared and would be left out of the build; rename either: ${lost.join(', ')}`,
        );
      },
    },
  };
}

/** Calls on a name whose value is not used, as they are written. */
export function lostCalls(code: string, names: readonly string[]): readonly string[] {
  const lost: string[] = [];
  new Visitor({
    ExpressionStatement: ({ expression }) => {
      lost.push(
        ...unusedCalls(expression)
          .filter((call) => names.includes(call.root))
          .map(({ node }) => code.slice(node.start, node.end).split('\n', 1).join('')),
      );
    },
  }).visit(parseSync('module.js', code).program);
  return lost;
}

type Expression = Parameters<
  NonNullable<ConstructorParameters<typeof Visitor>[0]['ExpressionStatement']>
>[0]['expression'];
type UnusedCall = { readonly root: string; readonly node: Expression };

/** `a.b(c)`, also as `await a.b(c)`, `d && a.b(c)`, `d ? a.b(c) : e`. */
function unusedCalls(node: Expression): readonly UnusedCall[] {
  switch (node.type) {
    case 'CallExpression': {
      const root = rootOf(node);
      return root === null ? [] : [{ root, node }];
    }
    case 'AwaitExpression':
    case 'UnaryExpression':
      return unusedCalls(node.argument);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return unusedCalls(node.expression);
    case 'LogicalExpression':
      return unusedCalls(node.right);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(unusedCalls);
    case 'SequenceExpression':
      return node.expressions.flatMap(unusedCalls);
    default:
      return [];
  }
}

/** The name that a chain of calls and properties begins with. */
function rootOf(node: Expression | { readonly type: 'Super' }): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression') return rootOf(node.callee);
  return node.type === 'MemberExpression' ? rootOf(node.object) : null;
}
