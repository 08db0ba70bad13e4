import { type Dirent, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { holdsCustomers } from '../files/jsonFile.ts';
import { frameKeys } from '../log/care/segmentFile.ts';
import { type LogPaths, companionsOf } from '../log/store/paths.ts';
import {
  DamagedFileError,
  SEALED,
  convertDatabase,
  convertSealed,
  convertSegment,
  reseal,
  sealWhole,
} from './convertFile.ts';
import { type KeyRing, type LogKey, keysOf } from './keyRing.ts';
import { ASIDE, keyIdOfFile, wipe, wipeAside } from './replaceFile.ts';

/** Called before each file is changed and when all are done; tests end the process in it. */
export type OnFile = (file: string) => void;

const PICTURE = /^[0-9a-f]{64}$/u;
/** Backups, pictures and set-up that were being written; a restore under way; and hard links of a log that was being looked into. */
const LEFTOVER = /\.new(?:-wal|-shm|-journal)?$/u;

/**
 * Brings every file of a data directory that has something of customers to the ring's current key, or to plain where it has none.
 * Can be repeated: what is done already is left alone. No connection may be open. Returns the ids of the keys that files still
 * need: damaged ones cannot be written anew.
 */
export function switchFiles(paths: LogPaths, ring: KeyRing, onFile: OnFile): ReadonlySet<string> {
  const { current } = ring;
  removeLeftovers(paths);
  const convert = (file: string, work: (file: string, target: LogKey | null) => void): void => {
    onFile(file);
    work(file, current);
  };
  if (existsSync(paths.file)) convert(paths.file, convertDatabase);
  dropIndex(paths, current, onFile);
  for (const file of copiesIn(paths)) convert(file, orSealed(convertDatabase));
  for (const file of segmentsIn(paths)) convert(file, orSealed(convertSegment));
  for (const file of smallFiles(paths)) convert(file, orLeft(convertSealed));
  for (const file of setAsideIn(paths)) {
    const isPlain = isOfPlainLog(file);
    if (current !== null && isPlain) convert(file, () => sealWhole(file, current));
  }
  const keyOf = (id: string): LogKey | null => keysOf(ring).find((key) => key.id === id) ?? null;
  for (const file of sealedIn(paths)) {
    convert(
      file,
      orLeft((sealed) => reseal(sealed, current, keyOf)),
    );
  }
  onFile('');
  return keysInUse(paths);
}

/** How many files a switch looks at, for its progress. */
export function countFiles(paths: LogPaths): number {
  return 1 + copiesIn(paths).length + segmentsIn(paths).length + smallFiles(paths).length;
}

/** It is made anew from the log. */
function dropIndex({ index }: LogPaths, target: LogKey | null, onFile: OnFile): void {
  const isThere = companionsOf(index).some((file) => existsSync(file));
  if (!isThere || (existsSync(index) && keyIdOfFile(index) === (target?.id ?? null))) return;
  onFile(index);
  // The file itself first: without it the others are not read.
  for (const file of companionsOf(index)) wipe(file);
}

type Convert = (file: string, target: LogKey | null) => void;

/** A damaged plain file is kept sealed; one that has a key already is kept as it is. */
function orSealed(convert: Convert): Convert {
  return (file, target) => {
    try {
      convert(file, target);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      if (target !== null && !hasKey(file)) sealWhole(file, target);
    }
  };
}

function orLeft(convert: Convert): Convert {
  return (file, target) => {
    try {
      convert(file, target);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
    }
  };
}

/** Of a damaged segment the frames up to the damage tell. */
function hasKey(file: string): boolean {
  return keyIdOfFile(file) !== null || (file.endsWith('.segment') && segmentKeys(file).length > 0);
}

function segmentKeys(file: string): readonly string[] {
  try {
    return frameKeys(file).filter((id) => id !== null);
  } catch {
    return [];
  }
}

function removeLeftovers(paths: LogPaths): void {
  const { dataDir, backups, pictures, picturesBackup } = paths;
  for (const file of companionsOf(`${paths.file}.restoring`)) wipe(file);
  for (const folder of [dataDir, backups, pictures, picturesBackup, ...foldersIn(paths)]) {
    for (const { name } of entriesIn(folder)) {
      const path = join(folder, name);
      if (name.startsWith('reading-')) rmSync(path, { recursive: true, force: true });
      else if (name.endsWith(ASIDE)) wipeAside(path);
      else if (name.includes(ASIDE)) rmSync(path, { force: true });
      else if (LEFTOVER.test(name) && (folder !== dataDir || isOfCustomers(name))) wipe(path);
    }
  }
}

/** The rest of the set-up has nothing of customers, and may be being written: a running desk switches too. */
function isOfCustomers(leftover: string): boolean {
  return leftover.startsWith('log.sqlite') || holdsCustomers(leftover.replace(LEFTOVER, ''));
}

/** Every file that has something of customers, with the keys that they name. */
function keysInUse(paths: LogPaths): ReadonlySet<string> {
  const files = [paths.file, ...copiesIn(paths), ...smallFiles(paths), ...sealedIn(paths)];
  const ids = [...files, ...setAsideIn(paths)].map(keyIdOfFile);
  const named = [...ids.filter((id) => id !== null), ...segmentsIn(paths).flatMap(segmentKeys)];
  return new Set(named);
}

function copiesIn({ backups }: LogPaths): readonly string[] {
  return filesIn(backups, (name) => name.endsWith('.sqlite'));
}

function segmentsIn({ backups }: LogPaths): readonly string[] {
  return filesIn(backups, (name) => name.endsWith('.segment'));
}

function smallFiles({ dataDir, pictures, picturesBackup }: LogPaths): readonly string[] {
  const isPicture = (name: string): boolean => PICTURE.test(name);
  return [
    ...filesIn(dataDir, holdsCustomers),
    ...filesIn(pictures, isPicture),
    ...filesIn(picturesBackup, isPicture),
  ];
}

function foldersIn({ damaged }: LogPaths): readonly string[] {
  const folders = entriesIn(damaged).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => join(damaged, name));
}

/** Logs that were set aside, with what belongs to them. */
function setAsideIn(paths: LogPaths): readonly string[] {
  const names = new Set(companionsOf(basename(paths.file)));
  return foldersIn(paths).flatMap((folder) => filesIn(folder, (name) => names.has(name)));
}

/** -wal and -shm have the key of the file that they belong to. One that begins as neither is taken for a damaged plain one. */
function isOfPlainLog(file: string): boolean {
  return keyIdOfFile(file.replace(/-(?:wal|shm)$/u, '')) === null;
}

function sealedIn(paths: LogPaths): readonly string[] {
  return [paths.backups, ...foldersIn(paths)].flatMap((folder) =>
    filesIn(folder, (name) => name.endsWith(SEALED)),
  );
}

function filesIn(folder: string, isMeant: (name: string) => boolean): readonly string[] {
  const files = entriesIn(folder).filter((entry) => entry.isFile() && isMeant(entry.name));
  return files.map(({ name }) => join(folder, name));
}

function entriesIn(folder: string): readonly Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}
