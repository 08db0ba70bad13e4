import path from 'node:path';

import type { Plugin, Rolldown } from 'vite';

const FILES = /[\\/]src[\\/].*\.tsx?$/u;
const LAZILY = 'scripts/build/lazily.ts';

/**
 * Every schema that a module of the page makes for itself is made when it is first asked. A screen that is not open needs none
 * of its own, but they stand in modules that the first screen reads for something else, and making one takes the time of
 * drawing a button.
 */
export function lazySchemas(root: string): Plugin {
  const lazily = JSON.stringify(path.join(root, LAZILY));
  return {
    name: 'lazy-schemas',
    apply: 'build',
    transform: {
      filter: { id: FILES },
      handler(code) {
        const made = schemasIn(this.parse(code).body, code);
        if (made.length === 0) return null;
        const withLazy = made.reduceRight(
          (text, { start, end }) =>
            `${text.slice(0, start)}/* @__PURE__ */ lazily$(() => ${text.slice(start, end)})${text.slice(end)}`,
          code,
        );
        return {
          code: `import { lazily as lazily$ } from ${lazily};\n${withLazy}`,
          map: null,
        };
      },
    },
  };
}

type Span = { readonly start: number; readonly end: number };
type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** `const amountSchema = z.…;` at a module's top, exported or not: where what makes it stands. */
function schemasIn(statements: readonly Statement[], code: string): readonly Span[] {
  return statements
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
    )
    .filter((statement) => statement?.type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ id, init }) =>
      id.type === 'Identifier' &&
      init?.type === 'CallExpression' &&
      (id.name.endsWith('Schema') || code.startsWith('z.', init.start))
        ? [{ start: init.start, end: init.end }]
        : [],
    );
}
