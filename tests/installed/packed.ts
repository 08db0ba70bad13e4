import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { FUSES } from '../../scripts/package/fuses.ts';
import { NOT_FOR_RELEASE } from '../../scripts/package/notForRelease.ts';
import { packTarget } from '../../scripts/package/packTarget.ts';
import { TARGETS } from '../../scripts/package/product.ts';
import { makeSbom } from '../../scripts/package/sbom.ts';
import { buildIfStale } from '../../scripts/start/build.ts';
import { findTestElectron } from '../../scripts/testing/electronCopy.ts';
import { runInSession } from '../../scripts/testing/electronSession.ts';

const reportSchema = z.array(z.object({ problem: z.string().nullable() }));
/** Where the session's own user reaches it, which TMPDIR may not allow. */
const PARENT = '/tmp';

/**
 * Packs the app around the Electron that the tests run in, into a marked folder that is removed afterwards, and tries it there as an
 * installed one. Linux alone has the session for it (scripts/testing/electron-session.sh).
 */
export async function tryPacked(root: string, to: string): Promise<number> {
  const { platform, arch, env } = process;
  const electron = findTestElectron(root, { platform, arch, env });
  const target = TARGETS.find((one) => one.platform === platform && one.arch === arch);
  if (electron.kind === 'stand-in' || platform !== 'linux' || target === undefined) {
    const why =
      electron.kind === 'stand-in' ? electron.reason : 'Linux alone has a session for it.';
    console.log(`packed: not tried. ${why}`);
    return 0;
  }
  if (!(await buildIfStale(root))) return 1;
  writeFileSync(path.join(root, 'out/sbom.cdx.json'), JSON.stringify(makeSbom(root)));
  const folder = mkdtempSync(path.join(PARENT, 'packed-'));
  try {
    writeFileSync(path.join(folder, NOT_FOR_RELEASE), '');
    chmodSync(folder, 0o755);
    const { files, executable, problems } = await packTarget(target, folder, electron.dir);
    for (const problem of problems) console.log(`FAILED packing: ${problem}`);
    if (problems.length > 0) return 1;
    const out = path.join(folder, 'tried');
    const trial = ['node', 'tests/installed/run.ts', '--app', executable, '--to', out];
    const code = await runInSession(root, out, trial);
    rmSync(to, { recursive: true, force: true });
    cpSync(out, to, { recursive: true });
    const report = readFileSync(path.join(out, 'report.json'), 'utf8');
    const tried = reportSchema.parse(JSON.parse(report));
    const failed = tried.filter(({ problem }) => problem !== null).length;
    const unpacked = files.filter(({ isUnpacked }) => isUnpacked).length;
    console.log(
      `packed: Electron ${electron.version} ${electron.kind}, ${files.length} files, ${unpacked} unpacked, ${FUSES.length} fuses; ${tried.length} steps, ${failed} failed`,
    );
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
