import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

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
