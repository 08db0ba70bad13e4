import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { verifyExport } from '../src/core/exports/verifyExport.ts';
import { logPathsOf } from '../src/core/log/store/paths.ts';

/** Is an exported file the one that the desk wrote, and from this log? Reads only, also beside a running desk. */

const HELP = `Usage: npm run verify-export -- FILE [--data-dir DIR]

  FILE             an exported file; its proof stands beside it, as FILE.proof
  --data-dir DIR   also look whether the rows come from the log in this data directory
  --help           this text

Ends with 0 where it holds, 1 where it does not, 2 where that cannot be told.`;

const EXITS = { holds: 0, broken: 1, unusable: 2 } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const given = readArgs(args);
  if (given === null) {
    console.error(HELP);
    return EXITS.unusable;
  }
  if (given.help) {
    console.log(HELP);
    return EXITS.holds;
  }
  const { file, dataDir } = given;
  const log = dataDir === null ? null : logPathsOf(resolve(dataDir)).file;
  if (log !== null && !existsSync(log)) {
    console.log(`cannot be checked: there is no log in ${dataDir}`);
    return EXITS.unusable;
  }
  const { verdict, line } = await verifyExport(resolve(file), log);
  console.log(line);
  return EXITS[verdict];
}

type Given = { readonly help: boolean; readonly file: string; readonly dataDir: string | null };

function readArgs(args: readonly string[]): Given | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'data-dir': { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    const help = values.help === true;
    if (!help && (file === undefined || others.length > 0)) return null;
    return { help, file: file ?? '', dataDir: values['data-dir'] ?? null };
  } catch {
    return null;
  }
}
