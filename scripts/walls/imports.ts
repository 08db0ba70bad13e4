import { Visitor, parseSync } from 'oxc-parser';

export type FoundImport = {
  /** null: computed at run time, so that nobody can say where it leads. */
  readonly specifier: string | null;
  readonly line: number;
};

export type ParsedFile = {
  readonly imports: readonly FoundImport[];
  readonly comments: readonly { readonly text: string; readonly line: number }[];
  /** Calls such as `it.skip('…')` that switch a test off without a condition and a reason. */
  readonly switchedOff: readonly { readonly call: string; readonly line: number }[];
  readonly syntaxErrors: readonly string[];
};

type Node = { readonly type: string; readonly start: number; readonly end: number };

/** Every way in which one file can reach another: static, type-only, dynamic, re-export, require, new URL(…, import.meta.url). */
export function parseFile(fileName: string, source: string): ParsedFile {
  const parsed = parseSync(fileName, source);
  const lineAt = lineCounter(source);
  const imports: FoundImport[] = [];
  const switchedOff: { call: string; line: number }[] = [];
  const add = (from: Node): void => {
    imports.push({ specifier: textOf(from, source), line: lineAt(from.start) });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node.source);
    },
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    TSExternalModuleReference: (node) => add(node.expression),
    CallExpression: (node) => {
      const [first] = node.arguments;
      if (first !== undefined && isRequire(node.callee)) add(first);
      const call = switchOffCall(node.callee, node.arguments);
      if (call !== null) switchedOff.push({ call, line: lineAt(node.start) });
    },
    NewExpression: (node) => {
      const [first, second] = node.arguments;
      const ofModule =
        node.callee.type === 'Identifier' &&
        node.callee.name === 'URL' &&
        second !== undefined &&
        source.slice(second.start, second.end) === 'import.meta.url';
      // A folder is a place, not a module; a computed address is data.
      const target = first === undefined || !ofModule ? null : textOf(first, source);
      if (first !== undefined && target !== null && /\.[cm]?[jt]sx?$/u.test(target)) add(first);
    },
  }).visit(parsed.program);
  return {
    imports,
    comments: parsed.comments.map((comment) => ({
      text: comment.value,
      line: lineAt(comment.start),
    })),
    switchedOff,
    syntaxErrors: parsed.errors.map((error) => error.message),
  };
}

type Callee = Node & {
  readonly name?: unknown;
  readonly object?: Node & { readonly name?: unknown };
  readonly property?: Node & { readonly name?: unknown };
};

/** `require(x)`, `require.resolve(x)`, `import.meta.resolve(x)` and whatever `createRequire` was named like. */
function isRequire(callee: Callee): boolean {
  if (callee.type === 'Identifier') return callee.name === 'require';
  if (callee.type !== 'MemberExpression' || callee.property?.name !== 'resolve') return false;
  const { object } = callee;
  return object?.name === 'require' || object?.type === 'MetaProperty';
}

const SWITCHES: ReadonlySet<unknown> = new Set(['skip', 'only', 'todo', 'fixme', 'fails', 'fail']);
const TEST_WORDS: ReadonlySet<unknown> = new Set(['it', 'test', 'describe', 'suite', 'bench']);

/** A skip needs a condition and a reason (`context.skip(isMissing, 'no keychain here')`); anything else hides a test. */
function switchOffCall(callee: Callee, args: readonly Node[]): string | null {
  if (callee.type !== 'MemberExpression') return null;
  const name = callee.property?.name;
  if (typeof name !== 'string' || !SWITCHES.has(name)) return null;
  const root = rootName(callee);
  if (!TEST_WORDS.has(root)) return null;
  const [condition, reason] = args;
  const conditional =
    name === 'skip' &&
    condition !== undefined &&
    !['Literal', 'TemplateLiteral', 'ArrowFunctionExpression'].includes(condition.type) &&
    reason !== undefined &&
    reason.type !== 'ArrowFunctionExpression';
  return conditional ? null : `${String(root)}.${name}`;
}

function rootName(callee: Callee): unknown {
  let at: Callee = callee;
  while (at.type === 'MemberExpression' && at.object !== undefined) at = at.object;
  return at.name;
}

/** The text of a string literal, or of a template without holes. */
function textOf(node: Node & { readonly value?: unknown }, source: string): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const text = source.slice(node.start + 1, node.end - 1);
  return text.includes('${') ? null : text;
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  /** The number of lines that begin at or before the offset, by halving. */
  return (offset) => {
    let [known, beyond] = [1, starts.length];
    while (known < beyond) {
      const middle = (known + beyond) >>> 1;
      if ((starts[middle] ?? offset) <= offset) known = middle + 1;
      else beyond = middle;
    }
    return known;
  };
}
