import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';

import { ROOMS } from '../walls/rooms.ts';
import { updatesFromEnvironment } from './updates.ts';

export type Licence = {
  readonly name: string;
  readonly version: string;
  /** As the package itself says, in SPDX's words. */
  readonly licence: string;
  /** The package's own text; empty where it brings none. */
  readonly text: string;
};

/** The page's module that stands in for the list until it is built. */
const MODULE = /[\\/]features[\\/]desk[\\/]about[\\/]licences\.ts$/u;
const LICENCE_FILE = /^licen[cs]e(?:\.(?:md|txt))?$/iu;

/** Its dependencies only download it; what it carries inside stands in its own file of licences. */
const WITHOUT_DEPENDENCIES: ReadonlySet<string> = new Set(['electron']);

/** Puts name, version, licence and its text of every package that the desk is made of into the page. */
export function licences(root: string): Plugin {
  let isPutIn = false;
  return {
    name: 'licences',
    load(id) {
      if (!MODULE.test(id)) return null;
      isPutIn = true;
      const list = JSON.stringify(JSON.stringify(licencesOf(root)));
      return `export const licences = JSON.parse(${list});`;
    },
    // Without them no copy may be handed on.
    buildEnd(error) {
      if (error === undefined && !isPutIn) this.error(`No module of the page is ${MODULE.source}`);
    },
  };
}

/**
 * What the rooms of src may import, and what that needs in turn. An optional one that is not installed is not shipped, nor is the updater
 * while updates are off.
 */
export function licencesOf(root: string): readonly Licence[] {
  const found = new Map<string, Licence>();
  const follow = (name: string, from: string): void => {
    const folder = folderOf(name, from);
    if (folder === null) return;
    const manifest = readManifest(folder);
    const key = `${manifest.name}@${manifest.version}`;
    if (found.has(key)) return;
    found.set(key, {
      name: manifest.name,
      version: manifest.version,
      licence: manifest.licence,
      text: textIn(folder),
    });
    if (WITHOUT_DEPENDENCIES.has(name)) return;
    for (const dependency of manifest.dependencies) follow(dependency, folder);
  };
  const isShipped = (name: string): boolean =>
    name !== 'electron-updater' || updatesFromEnvironment(process.env) !== null;
  for (const name of ROOMS.flatMap(({ packages }) => packages).filter(isShipped)) {
    follow(name, root);
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** As Node looks for it. */
function folderOf(name: string, from: string): string | null {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(from);
  return parent === from ? null : folderOf(name, parent);
}

type Manifest = Omit<Licence, 'text'> & { readonly dependencies: readonly string[] };

function readManifest(folder: string): Manifest {
  const file = path.join(folder, 'package.json');
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const name = wordAt(manifest, 'name');
  const version = wordAt(manifest, 'version');
  const licence = wordAt(manifest, 'license');
  if (name === null || version === null || licence === null) {
    throw new Error(`${path.basename(folder)}: its package.json names no version or no licence`);
  }
  const dependencies = ['dependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(partAt(manifest, kind)),
  );
  return { name, version, licence, dependencies };
}

function partAt(value: unknown, key: string): object {
  const part: unknown = isObject(value) ? Reflect.get(value, key) : undefined;
  return isObject(part) ? part : {};
}

function wordAt(value: unknown, key: string): string | null {
  const word: unknown = isObject(value) ? Reflect.get(value, key) : undefined;
  return typeof word === 'string' && word !== '' ? word : null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function textIn(folder: string): string {
  const file = readdirSync(folder).find((name) => LICENCE_FILE.test(name));
  return file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8').trim();
}
