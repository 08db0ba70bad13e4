import type { NoteFacts } from '../ports.ts';

const MOST_FRAMES = 20;

/**
 * What may be kept of an error: its kind, its code and where it came from. Its message may quote a customer, an amount or a
 * whole answer, and a path the account it lies under: neither is written.
 */
export function errorFacts(error: unknown): NoteFacts {
  if (!(error instanceof Error)) return { error: typeof error, code: null, stack: '' };
  const code = 'code' in error && isCode(error.code) ? error.code : null;
  return { error: error.name, code, stack: framesOf(error.stack ?? '').join('\n') };
}

/** ENOSPC, SQLITE_FULL, ERR_INVALID_ARG_TYPE. */
function isCode(code: unknown): code is string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/u.test(code);
}

const FRAME = /^\s*at (?:(?<where>[\w.<>$ #[\]]{1,100}) \()?(?<file>[^()]*?:\d+:\d+)\)?$/u;

function framesOf(stack: string): readonly string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const { where, file } = FRAME.exec(line)?.groups ?? {};
      if (file === undefined) return [];
      return where === undefined ? `at ${shortPath(file)}` : `at ${where} (${shortPath(file)})`;
    })
    .slice(0, MOST_FRAMES);
}

/** From where the desk's own folders begin; else the file's name alone. What comes before names the account it lies under. */
function shortPath(file: string): string {
  if (file.startsWith('node:')) return file;
  const parts = file.split(/[\\/]/u);
  const from = parts.findLastIndex((part) => ROOTS.has(part));
  return parts.slice(from === -1 ? -1 : from).join('/');
}

const ROOTS: ReadonlySet<string> = new Set(['src', 'out', 'node_modules']);
