import type { Plugin } from 'vite';

const MODULES = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/u;
const EXPORTED = /^export (?:const|function) (?<name>\w+)/gmu;

/** zod's writers of JSON Schema hang on every kind of schema, so no bundler leaves them out; the page writes none (core/profiles does). */
export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    transform: {
      filter: { id: MODULES },
      handler(code) {
        const names = [...code.matchAll(EXPORTED)].map(({ groups }) => groups?.['name'] ?? '');
        const refused = `const refuse = () => { throw new Error('The page writes no JSON Schema'); };\n`;
        const made = names.map(
          (name) =>
            `export const ${name} = ${name.startsWith('create') ? '() => refuse' : 'refuse'};\n`,
        );
        return { code: `${refused}${made.join('')}`, map: null };
      },
    },
  };
}
