import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

import { type FoundImport, type ParsedFile, parseFile } from './imports.ts';
import {
  BELOW_FEATURES,
  FEATURES_FOLDER,
  PUBLIC_FEATURE_FILES,
  ROOMS,
  type Room,
  TEST_EXTRAS,
} from './rooms.ts';

const CODE = /\.[cm]?[jt]sx?$/u;
const TEST = /\.test\.tsx?$/u;
const SUPPRESSION =
  /@ts-(?:ignore|expect-error|nocheck)|\b(?:oxlint|eslint|biome|prettier)-(?:disable|ignore)|\bknip-ignore|v8 ignore|istanbul ignore/u;

type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node' }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'broken'; readonly why: string };

type Repository = {
  readonly root: string;
  readonly aliases: ReadonlyMap<string, string>;
  readonly packages: ReadonlySet<string>;
};

/** A repository and what is in its files of code, by their paths from its root. */
type Tree = {
  readonly repository: Repository;
  readonly files: ReadonlyMap<string, ParsedFile>;
};

export function readTree(root: string): Tree {
  const files = ['src', 'scripts', 'tests', '.'].flatMap((folder) => listCode(root, folder));
  return {
    repository: readRepository(root),
    files: new Map(
      files.map((file) => [file, parseFile(file, readFileSync(path.join(root, file), 'utf8'))]),
    ),
  };
}

/** The tree with files put in or replaced that are not on the disk. */
export function treeWith(tree: Tree, texts: Readonly<Record<string, string>>): Tree {
  const added = Object.entries(texts).map(([file, text]) => [file, parseFile(file, text)] as const);
  return { ...tree, files: new Map([...tree.files, ...added]) };
}

/** Problems of the tree, one line each; none means that every wall stands. */
export function checkWalls(tree: Tree): readonly string[] {
  const files = [...tree.files].toSorted(([left], [right]) => left.localeCompare(right));
  if (!files.some(([file]) => file.startsWith('src/'))) return ['src: no source files were found'];
  return files.flatMap(([file, parsed]) => [
    ...parsed.syntaxErrors.map((message) => `${file}:1 cannot be parsed: ${message}`),
    ...suppressions(file, parsed),
    ...(file.startsWith('src/') ? brokenWalls(tree, file, parsed.imports) : []),
  ]);
}

function readRepository(root: string): Repository {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const entries = (key: string): readonly (readonly [string, unknown])[] => {
    const part: unknown =
      typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, key) : undefined;
    return typeof part === 'object' && part !== null ? Object.entries(part) : [];
  };
  return {
    root,
    aliases: new Map(
      entries('imports').map(([from, to]) => [
        from.replace(/\*$/u, ''),
        String(to).replace(/^\.\//u, '').replace(/\*$/u, ''),
      ]),
    ),
    packages: new Set(DEPENDENCIES.flatMap(entries).map(([name]) => name)),
  };
}

function listCode(root: string, folder: string): readonly string[] {
  const at = path.join(root, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: folder !== '.', encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((name) => CODE.test(name));
}

function suppressions(file: string, parsed: ParsedFile): readonly string[] {
  return [
    ...parsed.comments
      .filter((comment) => SUPPRESSION.test(comment.text))
      .map((comment) => `${file}:${comment.line} suppression comment: fix what it hides instead`),
    ...parsed.switchedOff.map(
      ({ call, line }) =>
        `${file}:${line} ${call}: a test is switched off without condition and reason`,
    ),
  ];
}

function brokenWalls(tree: Tree, file: string, imports: readonly FoundImport[]): readonly string[] {
  const room = roomOf(file);
  if (room === null) return [`${file}:1 is in no room: see scripts/walls/rooms.ts`];
  return imports.flatMap(({ specifier, line }) => {
    if (specifier === null) {
      return [`${file}:${line} ${room.name} may not import a computed path: it cannot be checked`];
    }
    const why = refusal(file, room, resolve(tree, file, specifier));
    return why === null ? [] : [`${file}:${line} ${room.name} may not import ${specifier}: ${why}`];
  });
}

/** Optional peers are there where somebody has installed them. */
const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

function roomOf(file: string): Room | null {
  const around = ROOMS.filter((room) => isWithin(file, room.path));
  return around.toSorted((left, right) => right.path.length - left.path.length)[0] ?? null;
}

function isWithin(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

function resolve(tree: Tree, from: string, specifier: string): Target {
  const { repository } = tree;
  const [address = ''] = specifier.split('?');
  if (isBuiltin(address)) return { kind: 'node' };
  if (address.startsWith('.')) {
    return existing(tree, path.posix.join(path.posix.dirname(from), address));
  }
  if (address.startsWith('#')) {
    for (const [prefix, folder] of repository.aliases) {
      if (address.startsWith(prefix)) {
        return existing(tree, path.posix.join(folder, address.slice(prefix.length)));
      }
    }
    return { kind: 'broken', why: 'package.json "imports" has no such name' };
  }
  if (address.startsWith('/')) return { kind: 'broken', why: 'an absolute path' };
  const name = address.split('/', address.startsWith('@') ? 2 : 1).join('/');
  return repository.packages.has(name)
    ? { kind: 'package', name }
    : { kind: 'broken', why: `package.json has no ${name}` };
}

function existing({ repository, files }: Tree, place: string): Target {
  const at = path.join(repository.root, place);
  return files.has(place) || (existsSync(at) && statSync(at).isFile())
    ? { kind: 'file', path: place }
    : { kind: 'broken', why: `there is no file ${place}` };
}

function refusal(file: string, room: Room, target: Target): string | null {
  const inTest = TEST.test(file);
  switch (target.kind) {
    case 'broken':
      return target.why;
    case 'node':
      return room.node || (inTest && TEST_EXTRAS.node) ? null : room.reason;
    case 'package': {
      const extras: readonly string[] = inTest ? TEST_EXTRAS.packages : [];
      return [...room.packages, ...extras].includes(target.name) ? null : room.reason;
    }
    case 'file':
      return fileRefusal(file, room, target.path, inTest);
  }
}

function fileRefusal(file: string, room: Room, target: string, inTest: boolean): string | null {
  const extras = inTest ? ['tests', ...(TEST_EXTRAS.mayImport.get(room.name) ?? [])] : [];
  const allowed =
    isOwn(target, room) || [...room.mayImport, ...extras].some((place) => isWithin(target, place));
  if (!allowed) return room.reason;
  return room.name === 'renderer' ? featureRefusal(file, target) : null;
}

/** A room may use the smaller rooms cut out of it (shared uses its dialect); they may not use it. */
function isOwn(target: string, room: Room): boolean {
  const inner = roomOf(target);
  return inner !== null && isWithin(inner.path, room.path);
}

function featureRefusal(file: string, target: string): string | null {
  if (!isWithin(target, FEATURES_FOLDER)) return null;
  if (BELOW_FEATURES.some((place) => isWithin(file, place))) {
    return 'what features share knows no feature';
  }
  if (!isWithin(file, FEATURES_FOLDER) || PUBLIC_FEATURE_FILES.includes(target)) return null;
  const feature = (name: string): string => name.split('/')[3] ?? '';
  return feature(file) === feature(target)
    ? null
    : `another feature's insides; what it shows to others is listed in scripts/walls/rooms.ts`;
}
