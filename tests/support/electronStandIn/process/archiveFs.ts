import fs, { type Stats } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

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

/** What changes a file system, and which of its arguments name what it changes. The system itself answers: ENOTDIR. */
const CHANGES: Readonly<Record<string, readonly number[]>> = {
  chmod: [0],
  chown: [0],
  copyFile: [1],
  cp: [1],
  link: [1],
  mkdir: [0],
  mkdtemp: [0],
  rename: [0, 1],
  rm: [0],
  rmdir: [0],
  symlink: [1],
  unlink: [0],
  utimes: [0],
};

/** Every `fs` of this thread reads inside the archive, and writes nothing there. `onWrite` is told what was tried. */
export function patchFs(archive: Archive, onWrite: (called: string, name: string) => void): void {
  const { statSync, readFileSync } = fs;
  function placeOf(target: unknown): string | null {
    if (target instanceof URL) return archive.within(fileURLToPath(target));
    return typeof target === 'string' ? archive.within(target) : null;
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
  function write(called: string, name: string): never {
    onWrite(called, name);
    throw refusal(archive.entry(name) === null ? 'ENOENT' : 'EACCES', name, archive);
  }
  function access(name: string, mode: unknown): void {
    if (archive.entry(name) === null) throw refusal('ENOENT', name, archive);
    if ((Number(mode ?? 0) & fs.constants.W_OK) !== 0) throw refusal('EACCES', name, archive);
  }
  const works: Readonly<Record<string, Work>> = {
    readFile: read,
    stat,
    lstat: stat,
    readdir: list,
    access,
    writeFile: (name) => write('writeFile', name),
    appendFile: (name) => write('appendFile', name),
    truncate: (name) => write('truncate', name),
    realpath: (name) => (name === '' ? archive.file : `${archive.file}/${name}`),
    open: (name, flags) => {
      if (flags !== undefined && flags !== 'r' && flags !== fs.constants.O_RDONLY)
        write('open', name);
      throw new Error(`The stand-in opens nothing in ${archive.file}`);
    },
  };
  for (const [called, work] of Object.entries(works)) patchAll(called, work, placeOf);
  for (const [called, at] of Object.entries(CHANGES)) {
    const look = (args: readonly unknown[]): void => {
      const name = at.map((index) => placeOf(args[index])).find((place) => place !== null);
      if (name !== undefined && name !== null) onWrite(called, name);
    };
    observe(fs, called, look);
    observe(fs, `${called}Sync`, look);
    observe(fs.promises, called, look);
  }
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

/** Looks at the arguments, and leaves the work to the system. */
function observe(owner: object, called: string, look: (args: readonly unknown[]) => void): void {
  const usual: unknown = Reflect.get(owner, called);
  if (typeof usual !== 'function') return;
  const observed: Callable = function observed(this: unknown, ...args) {
    look(args);
    return Reflect.apply(usual, this, args);
  };
  Reflect.set(owner, called, observed);
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
