import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

export const ANSWERS_FILE = 'DESK_MATRIX_ANSWERS';

const answerSchema = z.object({
  port: z.number(),
  method: z.string(),
  url: z.string(),
  host: z.string(),
  site: z.string(),
  dest: z.string(),
  cookie: z.string(),
  status: z.number(),
});
export type Answer = z.infer<typeof answerSchema>;

/** What the desk itself says it has answered: a browser does not tell of everything that it asked and then kept from a page. */
export type Answers = {
  readonly env: Readonly<Record<string, string>>;
  /** Those since the last time this was asked. */
  readonly take: () => readonly Answer[];
};

export function noteAnswers(dir: string): Answers {
  const file = path.join(dir, 'answers.jsonl');
  writeFileSync(file, '');
  const hook = pathToFileURL(path.join(import.meta.dirname, 'answersHook.ts')).href;
  let taken = 0;
  return {
    env: { NODE_OPTIONS: `--import=${hook}`, [ANSWERS_FILE]: file },
    take() {
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      const fresh = lines.slice(taken);
      taken = lines.length;
      return fresh.map((line) => answerSchema.parse(JSON.parse(line)));
    },
  };
}
