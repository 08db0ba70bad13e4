import type { Plugin } from 'vite';

const BOOT = /[\\/]renderer[\\/]boot\.ts$/u;
/** What every language is drawn with. Those of other letters come when one of them is drawn. */
const FONT = /\/inter-latin-wght-normal-[\w-]+\.woff2$/u;

/** `boot.ts` and what it imports in one file, the rest of what a start needs in another; screens come when they are asked for. */
export const FIRST_CHUNKS: {
  name: string;
  test?: RegExp;
  tags?: '$initial'[];
  priority: number;
}[] = [
  { name: 'boot', test: BOOT, priority: 2 },
  { name: 'app', tags: ['$initial'], priority: 1 },
];

/** The boot file must be a script before the app's, to run while that one is still being read; its font is on its way as well. */
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
        const font = files.find(({ fileName }) => FONT.test(fileName));
        const [boot = -1, app = -1] = scripts;
        if (
          font === undefined ||
          Math.min(boot, app) < 0 ||
          scripts.length !== FIRST_CHUNKS.length
        ) {
          throw new Error('The page does not begin with its two scripts and its font');
        }
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `./${font.fileName}`,
              crossorigin: true,
            },
          },
        ];
      },
    },
  };
}
