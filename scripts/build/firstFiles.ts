import type { Plugin } from 'vite';

const BOOT = /[\\/]renderer[\\/]boot\.ts$/u;
/** What every language is drawn with. Those of other letters come when one of them is drawn. */
const FONTS = /\/(?:inter|jetbrains-mono)-latin-wght-normal-[\w-]+\.woff2$/u;
/** Not the fonts: their stylesheet goes with ours. */
const PACKAGES = /[\\/]node_modules[\\/](?!@fontsource)/u;

/**
 * `boot.ts` and what it imports in one file, the rest of what a start needs in two, which the browser reads side by side: what
 * others wrote, and ours. Screens come when they are asked for.
 */
export const FIRST_CHUNKS: {
  name: string;
  test?: RegExp;
  tags?: '$initial'[];
  priority: number;
}[] = [
  { name: 'boot', test: BOOT, priority: 3 },
  { name: 'kit', test: PACKAGES, tags: ['$initial'], priority: 2 },
  { name: 'app', tags: ['$initial'], priority: 1 },
];

const COMPILED_CHUNKS: ReadonlySet<string> = new Set(['kit', 'app']);
/**
 * To Chromium: compile all of it while it is read, on another thread, instead of function by function when each is first called,
 * which is while somebody waits for the page, or types. Others read a comment.
 */
const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad\n';

/** The boot file must be a script before the others, to run while they are still being read; its fonts are on their way as well. */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {});
        const scripts = files
          .filter((file) => file.type === 'chunk')
          .filter(({ name }) => FIRST_CHUNKS.some((chunk) => chunk.name === name))
          .map(({ fileName }) => html.indexOf(`src="./${fileName}"`));
        const fonts = files.filter(({ fileName }) => FONTS.test(fileName));
        const inOrder = scripts.toSorted((one, other) => one - other);
        const isWhole = inOrder.length === FIRST_CHUNKS.length && (inOrder[0] ?? -1) >= 0;
        const boot = files.find((file) => file.type === 'chunk' && file.name === 'boot');
        const isBootFirst = html.indexOf(`src="./${boot?.fileName}"`) === inOrder[0];
        if (fonts.length !== 2 || !isWhole || !isBootFirst) {
          throw new Error(
            'The page does not begin with its three scripts, boot first, and its fonts',
          );
        }
        return fonts.map(({ fileName }) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `./${fileName}`,
            crossorigin: true,
          },
        }));
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !COMPILED_CHUNKS.has(file.name)) continue;
          file.code = `${COMPILED_AT_ONCE}${file.code}`;
        }
      },
    },
  };
}
