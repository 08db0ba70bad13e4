import { Visitor, parseSync } from 'oxc-parser';

const CALLED: ReadonlySet<unknown> = new Set(['it', 'test']);

type Node = {
  readonly type: string;
  readonly name?: unknown;
  readonly object?: Node;
  readonly callee?: Node;
};

/** Titles of the tests of a file, as they are written: `test('…')`, `it.each(…)('…')`; of a part of the hostile suite, its name. */
export function testTitles(file: string, source: string): ReadonlySet<string> {
  const titles = new Set<string>();
  const add = (value: unknown): void => {
    if (typeof value === 'string') titles.add(value);
  };
  const isPart = file.endsWith('/part.ts');
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (first?.type === 'Literal' && CALLED.has(rootName(callee))) add(first.value);
    },
    Property({ key, value }) {
      const isName = key.type === 'Identifier' && key.name === 'name';
      if (isPart && isName && value.type === 'Literal') add(value.value);
    },
  }).visit(parseSync(file, source).program);
  return titles;
}

function rootName(callee: Node): unknown {
  let at: Node | undefined = callee;
  while (at !== undefined && at.type !== 'Identifier') {
    at = at.type === 'CallExpression' ? at.callee : at.object;
  }
  return at?.name;
}
