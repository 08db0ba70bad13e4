import { existsSync } from 'node:fs';
import path from 'node:path';

import { isRelease } from './signing.ts';

/** Marks a folder as made for tests: the copy of Electron that was not compared with the official one, and what is packed around it. */
export const NOT_FOR_RELEASE = 'NOT-FOR-RELEASE';

export function isForTests(folder: string): boolean {
  return existsSync(path.join(folder, NOT_FOR_RELEASE));
}

type Place = { readonly appOutDir: string; readonly outDir: string };

/** The packager copies Electron's folder with its mark. Such an app may be packed only into a folder with the same mark. */
export function releaseProblems(
  { appOutDir, outDir }: Place,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const isAllowed = isForTests(outDir) && !isRelease(environment);
  return [appOutDir, outDir].some(isForTests) && !isAllowed
    ? ['this Electron is for tests alone']
    : [];
}
