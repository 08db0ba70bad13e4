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

/** The last three parts of it: which file of the desk, and whose account it lies under is left out. */
function shortPath(file: string): string {
  return file.split(/[\\/]/u).slice(-3).join('/');
}
