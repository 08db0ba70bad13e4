import path from 'node:path';

import type { AfterPackContext } from 'electron-builder';

import { setFuses, wrongFuses } from './fuses.ts';
import { executableProblems, floorProblems } from './linuxFloor.ts';
import { releaseProblems } from './notForRelease.ts';
import { readPackedFiles } from './packedFiles.ts';
import { nativeFiles, packedProblems } from './packedRules.ts';
import { EXECUTABLE_NAME, PRODUCT_NAME, TARGETS } from './product.ts';

/** builder-util's numbers. */
const ARCHS: Readonly<Record<number, string>> = { 1: 'x64', 3: 'arm64' };

/**
 * The last look before signing: fuses set and read back, nothing in the package that does not belong there, and on Linux no binary that
 * needs newer libraries than the package declares.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, electronPlatformName: platform } = context;
  const arch = ARCHS[context.arch];
  const target = TARGETS.find((one) => one.platform === platform && one.arch === arch);
  if (target === undefined) throw new Error(`${platform} ${arch ?? context.arch}: not a target`);
  const refused = releaseProblems(context, process.env);
  if (refused.length > 0) throw new Error(`Not packed: ${refused.join()}`);
  const place = packedPlace(platform, appOutDir);
  await setFuses(place.binary);
  const wrong = await wrongFuses(place.executable);
  const problems = [
    ...wrong,
    ...packedProblems(readPackedFiles(place.resources), target),
    ...(platform === 'linux'
      ? [
          ...executableProblems(place.executable),
          ...floorProblems(path.join(place.resources, 'app.asar.unpacked'), nativeFiles(target)),
        ]
      : []),
  ];
  if (problems.length > 0) throw new Error(`The package is not right:\n${problems.join('\n')}`);
}

type Place = {
  /** What @electron/fuses is told. */
  readonly executable: string;
  /** Where the fuses are. */
  readonly binary: string;
  readonly resources: string;
};

export function packedPlace(platform: string, appOutDir: string): Place {
  if (platform === 'darwin') {
    const app = path.join(appOutDir, `${PRODUCT_NAME}.app`);
    const framework = 'Contents/Frameworks/Electron Framework.framework/Electron Framework';
    return {
      executable: app,
      binary: path.join(app, framework),
      resources: path.join(app, 'Contents/Resources'),
    };
  }
  const name = platform === 'win32' ? `${PRODUCT_NAME}.exe` : EXECUTABLE_NAME;
  const executable = path.join(appOutDir, name);
  return { executable, binary: executable, resources: path.join(appOutDir, 'resources') };
}
