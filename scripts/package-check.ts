import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  CONFIG_FILE,
  configProblems,
  entitlementProblems,
  fuseProblems,
  iconProblems,
  sbomProblems,
  updaterProblems,
  workflowProblems,
} from './package/checks.ts';
import { type Packed, packTarget } from './package/packTarget.ts';
import { builderConfig } from './package/config.ts';
import { FUSES } from './package/fuses.ts';
import { installerProblems } from './package/installerRules.ts';
import { ownBytes } from './package/packedRules.ts';
import { OWN_CODE_BYTES, TARGETS, type Target } from './package/product.ts';
import { makeSbom } from './package/sbom.ts';
import { buildIfStale } from './start/build.ts';

/** `npm run package:check`: everything about installers that can be known without Electron's binary. */

const ROOT = path.resolve(import.meta.dirname, '..');
const BUILD = path.join(ROOT, 'build');

let passed = 0;
let failed = 0;

function tell(name: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const problem of problems) console.log(`       ${problem}`);
  if (problems.length === 0) passed += 1;
  else failed += 1;
}

function shown(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`.padStart(11);
}

function tellTarget({ platform, arch, installers }: Target, packed: Packed): void {
  const native = packed.files.filter(({ isUnpacked }) => isUnpacked);
  const nativeBytes = native.reduce((sum, { bytes }) => sum + bytes, 0);
  const facts = [
    installers.join(' + '),
    `${packed.files.length} files`,
    `own code ${shown(ownBytes(packed.files)).trim()}`,
    `${native.length} native ${shown(nativeBytes).trim()}`,
    ...(packed.standsIn ? ['the keychain’s binary stands in'] : []),
  ];
  tell(`packed for ${platform} ${arch}: ${facts.join(', ')}`, packed.problems);
}

function listFiles(target: Target, { files }: Packed): void {
  console.log(`\nFiles for ${target.platform} ${target.arch}:`);
  for (const { name, bytes, isUnpacked } of files.toSorted(
    (one, other) => other.bytes - one.bytes,
  )) {
    console.log(`${shown(bytes)}  ${name}${isUnpacked ? '  (beside the archive)' : ''}`);
  }
  console.log('');
}

if (!(await buildIfStale(ROOT))) process.exit(1);
const sbom = makeSbom(ROOT);
writeFileSync(path.join(ROOT, 'out/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
tell(`${CONFIG_FILE}: electron-builder’s own schema`, await configProblems(ROOT));
tell(
  'installers: AppImage without libfuse2, what a deb depends on, name, cookies',
  installerProblems(builderConfig({})),
);
tell(`fuses: ${FUSES.length} decided`, fuseProblems());
tell('icons: ico, icns, png', iconProblems(ROOT));
tell('entitlements: compiling at run time, nothing else', entitlementProblems(BUILD));
tell(`list of components: ${sbom.components.length}, a licence each`, sbomProblems(ROOT, sbom));
tell('workflows', workflowProblems(ROOT));
tell('updates: off, no updater in the bundle', updaterProblems(ROOT));

const folder = mkdtempSync(path.join(tmpdir(), 'package-check-'));
let own = 0;
try {
  const lists: (() => void)[] = [];
  for (const target of TARGETS) {
    const packed = await packTarget(target, path.join(folder, `${target.platform}-${target.arch}`));
    tellTarget(target, packed);
    own = Math.max(own, ownBytes(packed.files));
    const isHere = target.platform === process.platform && target.arch === process.arch;
    if (isHere) lists.push(() => listFiles(target, packed));
  }
  for (const list of lists) list();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const [ownMb, mostMb] = [own, OWN_CODE_BYTES].map((bytes) => (bytes / 1024 / 1024).toFixed(2));
console.log(`${passed} passed, ${failed} failed; own code ${ownMb} MB of at most ${mostMb} MB`);
process.exitCode = failed === 0 ? 0 : 1;
