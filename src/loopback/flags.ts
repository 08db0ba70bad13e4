import { parseArgs } from 'node:util';

export type LoopbackFlags = {
  /** null: core's default for this account. */
  readonly dataDir: string | null;
  /** 0: any free one. */
  readonly port: number;
  readonly open: boolean;
  /** With a port of one's own: serve at 127.0.0.1, for which an earlier program of that port may have left a service worker. */
  readonly isAddressFixed: boolean;
  readonly live: boolean;
};

export const LOOPBACK_OPTIONS = {
  'data-dir': { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'insecure-fixed-port': { type: 'boolean' },
  live: { type: 'boolean' },
} as const;

export const LOOPBACK_USAGE = `  --data-dir DIR   where the log, settings and sandbox live (default: per account)
  --port N         port of the browser host on this machine, 0 to 65535 (default: any free one)
  --no-open        print the address only, open no browser; without --port it is then 127.0.0.1, not a fresh name
  --insecure-fixed-port
                   with --port: serve at 127.0.0.1. A program that had the port before may have left a page in the
                   browser that reads what the desk's own page is given: only for scripts
  --live           let the browser host issue live requests`;

/** What the flags say, or the reason why they cannot be read. */
export type FlagsReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: string };

export function readLoopbackFlags(args: readonly string[]): FlagsReading<LoopbackFlags> {
  try {
    const { values, tokens } = parseArgs({
      args: [...args],
      options: LOOPBACK_OPTIONS,
      strict: true,
      allowPositionals: false,
      tokens: true,
    });
    return repeatedFlag(tokens) ?? checkLoopbackValues(values);
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

export function checkLoopbackValues(values: {
  readonly 'data-dir'?: string | undefined;
  readonly port?: string | undefined;
  readonly 'no-open'?: boolean | undefined;
  readonly 'insecure-fixed-port'?: boolean | undefined;
  readonly live?: boolean | undefined;
}): FlagsReading<LoopbackFlags> {
  const { 'data-dir': dataDir = null, port: portText = '0' } = values;
  if (dataDir === '') return { ok: false, error: '--data-dir needs a directory' };
  const port = Number(portText);
  if (!/^[0-9]{1,5}$/u.test(portText) || port > 65_535) {
    return { ok: false, error: `--port needs a number from 0 to 65535, not '${portText}'` };
  }
  const open = values['no-open'] !== true;
  const isAddressFixed = values['insecure-fixed-port'] === true;
  if (isAddressFixed && port === 0) {
    return { ok: false, error: '--insecure-fixed-port needs --port with a number of its own' };
  }
  return { ok: true, value: { dataDir, port, open, isAddressFixed, live: values.live === true } };
}

type Token = { readonly kind: string; readonly name?: string };

/** The same flag twice is a mistake in a script: taking the last one silently would hide it. */
export function repeatedFlag(
  tokens: readonly Token[],
): { readonly ok: false; readonly error: string } | null {
  const names = tokens.flatMap((token) => (token.kind === 'option' ? (token.name ?? []) : []));
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  return repeated === undefined ? null : { ok: false, error: `--${repeated} is given twice` };
}
