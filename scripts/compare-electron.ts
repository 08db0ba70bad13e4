import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { downloadArtifact } from '@electron/get';
import { z } from 'zod';

import { ELECTRON_COPY, copyDir, fetchElectronCopy, unpackPinned } from './testing/electronCopy.ts';
import { compareTrees } from './testing/fileTrees.ts';

/**
 * Compares every file of the copy of Electron that tests may use with the official release of the same version:
 *   node scripts/compare-electron.ts                   downloads both; the official archive needs a line to its download host
 *   node scripts/compare-electron.ts OFFICIAL COPY     two folders that are there
 * Exit code 0: the same files with the same bytes. 1: a difference. 2: one of them could not be had.
 */

const ROOT = path.join(import.meta.dirname, '..');
/** The official package of that version, whose checksums the archive is held against. */
const OFFICIAL_PACKAGE = {
  package: 'electron',
  version: ELECTRON_COPY.version,
  sha512:
    'in5jnW/Ywy3Rh3FPr4MR80exPEkywKYAmDJRZ/gIKlr8VXEi3zXgiAZbf0Si7KRccHTF2y8euVMRz7M6HqTjMA==',
} as const;
/** Written by provisioning into the copy, in place of the file of that name. */
const NOT_COMPARED = 'version';

async function downloadOfficial(work: string): Promise<string> {
  const [packed, official] = [path.join(work, 'package'), path.join(work, 'official')];
  mkdirSync(packed);
  unpackPinned(OFFICIAL_PACKAGE, work, packed, ['--strip-components=1', 'package/checksums.json']);
  const checksums = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(path.join(packed, 'checksums.json'), 'utf8')));
  const archive = await downloadArtifact({
    version: OFFICIAL_PACKAGE.version,
    artifactName: 'electron',
    platform: 'linux',
    arch: 'x64',
    checksums,
  });
  const unzipped = spawnSync('unzip', ['-q', archive, '-d', official], { encoding: 'utf8' });
  if (unzipped.status !== 0) throw new Error(`unzip: ${unzipped.stderr}`);
  return official;
}

async function compare(work: string): Promise<number> {
  const [givenOfficial, givenCopy] = process.argv.slice(2);
  const fault = givenCopy === undefined ? fetchElectronCopy(ROOT) : null;
  if (fault !== null) throw new Error(fault);
  const official = givenOfficial ?? (await downloadOfficial(work));
  const { compared, differences } = compareTrees(official, givenCopy ?? copyDir(ROOT));
  const found = differences.filter(({ name }) => name !== NOT_COMPARED);
  for (const { kind, name } of found) console.log(`${kind.padEnd(10)} ${name}`);
  const { version } = ELECTRON_COPY;
  console.log(
    `Electron ${version}: ${compared} files of the copy compared, ${found.length} differences`,
  );
  // Two empty folders are equal as well.
  return found.length === 0 && compared > 0 ? 0 : 1;
}

const work = mkdtempSync(path.join(tmpdir(), 'compare-electron-'));
try {
  process.exitCode = await compare(work);
} catch (error) {
  console.error(error);
  process.exitCode = 2;
} finally {
  rmSync(work, { recursive: true, force: true });
}
