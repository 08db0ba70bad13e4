import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

import { holdDataDir } from '../../src/core/files/dataDir.ts';
import { defaultDataDir } from '../../src/core/files/defaultDataDir.ts';
import { heldMessage } from '../../src/core/desk/cannotStart.ts';
import { unlockForCommand } from './unlock.ts';

/** What every command on the log ends with. */
export const EXIT = { ok: 0, notOk: 1, usage: 2, held: 3 } as const;

type Flags = Readonly<Record<string, string | boolean | undefined>>;

type LogCommand = {
  readonly name: string;
  /** The flags beside --data-dir and --help, one line each. */
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  readonly run: (dataDir: string, flags: Flags) => Promise<number>;
};

/** Reads the flags and runs the command in its data directory. */
export async function runLogCommand(
  { name, usage, options, run }: LogCommand,
  args: readonly string[],
): Promise<number> {
  const help = `Usage: npm run ${name} -- [flags]

  --data-dir DIR   the data directory (default: the desk's own)
${usage}  --help           this text`;
  const flags = readFlags(args, options);
  if (typeof flags === 'string') {
    console.error(`${flags}\n\n${help}`);
    return EXIT.usage;
  }
  if (flags['help'] === true) {
    console.log(help);
    return EXIT.ok;
  }
  const given = flags['data-dir'];
  const dataDir =
    typeof given === 'string'
      ? resolve(given)
      : defaultDataDir(process.platform, process.env, homedir());
  return inDataDir(dataDir, name, () => run(dataDir, flags));
}

/** Holds the data directory so that no desk writes meanwhile, and unlocks it where it is protected. */
async function inDataDir(
  dataDir: string,
  name: string,
  work: () => Promise<number>,
): Promise<number> {
  if (!existsSync(dataDir)) {
    console.error(`There is no data directory ${dataDir}.`);
    return EXIT.notOk;
  }
  const held = holdDataDir(dataDir, name, new Date());
  if (!held.ok) {
    console.error(heldMessage(dataDir, held.error));
    return EXIT.held;
  }
  try {
    // What cannot be opened is said by `unlockForCommand`.
    return (await unlockForCommand(dataDir)) ? await work() : EXIT.notOk;
  } finally {
    held.value.release();
  }
}

function readFlags(args: readonly string[], options: ParseArgsOptionsConfig): Flags | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...options, 'data-dir': { type: 'string' }, help: { type: 'boolean' } },
      strict: true,
      allowPositionals: false,
    });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' || typeof value === 'boolean' ? value : undefined,
      ]),
    );
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
