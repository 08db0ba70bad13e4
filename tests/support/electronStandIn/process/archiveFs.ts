import fs, { type Stats } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';

import type { Archive } from './archive.ts';

/** As `lib/node/asar-fs-wrapper.ts` of Electron says it. What is not listed below reaches the system, which answers ENOTDIR. */
function refusal(code: 'ENOENT' | 'EACCES' | 'ENOTDIR', name: string, archive: Archive): Error {
  const words = {
    ENOENT: `ENOENT, ${name} not found in ${archive.file}`,
    EACCES: `EACCES: permission denied, access '${name}'`,
    ENOTDIR: 'ENOTDIR, not a directory',
  };
  return Object.assign(new Error(words[code]), { code });
}

type Work = (name: string, ...args: readonly unknown[]) => unknown;
type Callable = (...args: readonly unknown[]) => unknown;

/** Every `fs` of this thread reads inside the archive, and writes nothing there. */
export function patchFs(archive: Archive): void {
  const { statSync, readFileSync } = fs;
  function placeOf(target: unknown): string | null {
    if (typeof target !== 'string' && !(target instanceof URL)) return null;
    const place = target instanceof URL ? target.pathname : target;
    return archive.within(place);
  }
  function read(name: string, options: unknown): unknown {
    const entry = archive.entry(name);
    if (entry === null || entry.kind === 'folder') throw refusal('ENOENT', name, archive);
    const encoding: unknown = typeof options === 'string' ? options : optionIn(options, 'encoding');
    if (entry.isUnpacked) return readFileSync(archive.besideOf(name), { encoding: null });
    const bytes = archive.bytes(name);
    return isEncoding(encoding) ? bytes.toString(encoding) : bytes;
  }
  function stat(name: string, options: unknown): unknown {
    const entry = archive.entry(name);
    if (entry === null) {
      if (optionIn(options, 'throwIfNoEntry') === false) return undefined;
      throw refusal('ENOENT', name, archive);
    }
    return statsOf(statSync(archive.file), entry.kind === 'file' ? entry.size : null);
  }
  function list(name: string, options: unknown): unknown {
    const entry = archive.entry(name);
    if (entry === null) throw refusal('ENOENT', name, archive);
    if (entry.kind === 'file') throw refusal('ENOTDIR', name, archive);
    const isDeep = optionIn(options, 'recursive') === true;
    const names = isDeep ? [...namesWithin(archive, name, '')] : entry.names;
    if (optionIn(options, 'withFileTypes') !== true) return [...names];
    return names.map((one) => direntOf(archive, path.posix.join(name, one)));
  }
  function write(name: string): never {
    throw refusal(archive.entry(name) === null ? 'ENOENT' : 'EACCES', name, archive);
  }
  function access(name: string, mode: unknown): void {
    if (archive.entry(name) === null) throw refusal('ENOENT', name, archive);
    if (mode === fs.constants.W_OK) throw refusal('EACCES', name, archive);
  }
  const works: Readonly<Record<string, Work>> = {
    readFile: read,
    stat,
    lstat: stat,
    readdir: list,
    access,
    writeFile: write,
    appendFile: write,
    truncate: write,
    realpath: (name) => (name === '' ? archive.file : `${archive.file}/${name}`),
    open: (name, flags) => {
      if (flags !== undefined && flags !== 'r' && flags !== fs.constants.O_RDONLY) write(name);
      throw new Error(`The stand-in opens nothing in ${archive.file}`);
    },
  };
  for (const [called, work] of Object.entries(works)) patchAll(called, work, placeOf);
  replace(fs, 'existsSync', placeOf, (name) => archive.entry(name) !== null);
  replace(fs, 'createReadStream', placeOf, (name) => Readable.from([read(name, undefined)]));
  syncBuiltinESMExports();
}

/** Its three forms: in one go, with a callback, as a promise. */
function patchAll(called: string, work: Work, placeOf: (target: unknown) => string | null): void {
  replace(fs, `${called}Sync`, placeOf, work);
  replace(fs.promises, called, placeOf, async (name, ...args) => work(name, ...args));
  replace(fs, called, placeOf, (name, ...args) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') throw new TypeError('The callback is missing');
    const done: Callable = (...answer) => process.nextTick(callback, ...answer);
    try {
      done(null, work(name, ...args.slice(0, -1)));
    } catch (error) {
      done(error);
    }
  });
}

function replace(
  owner: object,
  called: string,
  placeOf: (target: unknown) => string | null,
  work: Work,
): void {
  const usual: unknown = Reflect.get(owner, called);
  if (typeof usual !== 'function') return;
  const changed: Callable = function changed(this: unknown, ...args) {
    const name = placeOf(args[0]);
    return name === null ? Reflect.apply(usual, this, args) : work(name, ...args.slice(1));
  };
  // `realpath.native` and the like.
  for (const [name, value] of Object.entries(usual)) Reflect.set(changed, name, value);
  Reflect.set(owner, called, changed);
}

function optionIn(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value);
}

/** Made up, as Electron's are: only kind and size are true. Null: a folder. */
function statsOf(like: Stats, size: number | null): Stats {
  const isFile = size !== null;
  return Object.assign(like, {
    size: size ?? 0,
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: () => false,
  });
}

function direntOf(archive: Archive, name: string): object {
  const isFile = archive.entry(name)?.kind === 'file';
  return {
    name: path.posix.basename(name),
    parentPath: path.join(archive.file, path.posix.dirname(name)),
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: () => false,
  };
}

function* namesWithin(archive: Archive, folder: string, at: string): Generator<string> {
  const entry = archive.entry(folder);
  if (entry?.kind !== 'folder') return;
  for (const name of entry.names) {
    yield `${at}${name}`;
    yield* namesWithin(archive, `${folder}/${name}`, `${at}${name}/`);
  }
}
