import { parseArgs } from 'node:util';

import {
  type FlagsReading,
  LOOPBACK_OPTIONS,
  LOOPBACK_USAGE,
  type LoopbackFlags,
  checkLoopbackValues,
  repeatedFlag,
} from '../../src/loopback/flags.ts';

const HOSTS = ['electron', 'loopback'] as const;

export type StartFlags = {
  readonly help: boolean;
  /** Electron is the product; the browser host stands in where Electron cannot run. */
  readonly host: (typeof HOSTS)[number];
  readonly loopback: LoopbackFlags;
};

export const START_USAGE = `Usage: npm start -- [flags]

  --host HOST      electron (default; the browser host stands in where it cannot run) or loopback
${LOOPBACK_USAGE}
  --help           this text`;

export function readStartFlags(args: readonly string[]): FlagsReading<StartFlags> {
  try {
    const { values, tokens } = parseArgs({
      args: [...args],
      options: { ...LOOPBACK_OPTIONS, host: { type: 'string' }, help: { type: 'boolean' } },
      strict: true,
      allowPositionals: false,
      tokens: true,
    });
    const repeated = repeatedFlag(tokens);
    if (repeated !== null) return repeated;
    const host = HOSTS.find((name) => name === (values.host ?? 'electron'));
    if (host === undefined) {
      return { ok: false, error: `--host is electron or loopback, not '${values.host}'` };
    }
    const loopback = checkLoopbackValues(values);
    if (!loopback.ok) return loopback;
    return { ok: true, value: { help: values.help === true, host, loopback: loopback.value } };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
