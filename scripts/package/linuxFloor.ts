import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type ElfNeed, elfNeeds, isElf } from './elfNeeds.ts';

/**
 * The oldest C and C++ libraries that the desk runs with: better-sqlite3's binary needs them. `package:check` compares both with what the
 * packed binaries ask for, and the README names the first.
 */
export const GLIBC_FLOOR = '2.34';
/** The C++ library names its versions by symbols; Debian names the package by its compiler, here GCC 11. */
const LIBSTDCXX_FLOOR = { symbols: '3.4.29', debian: '11' } as const;

/** What a deb with these binaries has to depend on. */
export const FLOOR_PACKAGES = [
  `libc6 (>= ${GLIBC_FLOOR})`,
  `libstdc++6 (>= ${LIBSTDCXX_FLOOR.debian})`,
] as const;

/** Version tags of libraries that come with the packages above, and the highest allowed of each; null: any. */
const KNOWN: ReadonlyMap<string, string | null> = new Map([
  ['GLIBC', GLIBC_FLOOR],
  ['GLIBCXX', LIBSTDCXX_FLOOR.symbols],
  // The C++ library's own interface for exceptions and types, of the same package.
  ['CXXABI', null],
  // libgcc-s1, which libstdc++6 depends on.
  ['GCC', null],
]);

/** The needs of one packed binary that the declared packages do not cover. */
export function needProblems(name: string, needs: readonly ElfNeed[]): readonly string[] {
  return needs.flatMap(({ library, version }) => {
    const [, tag = '', number = ''] = /^([A-Z]+)_([\d.]+)$/u.exec(version) ?? [];
    const floor = KNOWN.get(tag);
    if (floor === undefined) return [`${name} needs ${library} (${version}): not declared`];
    return floor === null || compareVersions(number, floor) <= 0
      ? []
      : [`${name} needs ${version} of ${library}, ${floor} is declared`];
  });
}

/** The native modules under `app.asar.unpacked`. A stand-in for a binary of another system needs nothing. */
export function floorProblems(unpacked: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => needProblems(name, fileNeeds(path.join(unpacked, name))));
}

/** Electron's own binary: it loads many libraries, of which the C and C++ ones have a floor here. */
export function executableProblems(file: string): readonly string[] {
  const needs = fileNeeds(file).filter(({ version }) => version.startsWith('GLIBC'));
  return needProblems(path.basename(file), needs);
}

function fileNeeds(file: string): readonly ElfNeed[] {
  const bytes = readFileSync(file);
  return isElf(bytes) ? elfNeeds(bytes) : [];
}

/** Number by number: 2.34 is above 2.4. */
function compareVersions(one: string, other: string): number {
  const [mine, theirs] = [one, other].map((text) => text.split('.').map(Number));
  const length = Math.max(mine?.length ?? 0, theirs?.length ?? 0);
  for (let index = 0; index < length; index += 1) {
    const difference = (mine?.[index] ?? 0) - (theirs?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
