import { isBuiltin, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { z } from 'zod';

import type { Archive } from './archive.ts';

const manifestSchema = z.looseObject({
  type: z.string().optional(),
  main: z.string().optional(),
  exports: z.record(z.string(), z.unknown()).optional(),
});

/** Modules of this thread are found inside the archive; native ones are loaded from beside it. */
export function loadFromArchive(archive: Archive): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = resolvedIn(archive, specifier, context.parentURL);
      if (found === null) return nextResolve(specifier, context);
      const url = pathToFileURL(path.join(archive.file, found)).href;
      return { url, format: formatOf(archive, found), shortCircuit: true };
    },
    load(url, context, nextLoad) {
      const name = url.startsWith('file:') ? archive.within(fileURLToPath(url)) : null;
      if (name === null || name.endsWith('.node')) return nextLoad(url, context);
      return {
        format: formatOf(archive, name),
        source: archive.bytes(name).toString('utf8'),
        shortCircuit: true,
      };
    },
  });
  const load = process.dlopen.bind(process);
  Reflect.set(process, 'dlopen', (module: object, file: string, ...more: [number?]) => {
    const name = archive.within(file);
    if (name === null) {
      load(module, file, ...more);
      return;
    }
    const entry = archive.entry(name);
    if (entry?.kind !== 'file' || !entry.isUnpacked) {
      throw Object.assign(new Error(`${file}: Not a directory`), { code: 'ERR_DLOPEN_FAILED' });
    }
    load(module, archive.besideOf(name), ...more);
  });
}

/** The name inside, or null for what is outside: builtins, the stand-in's own files. */
function resolvedIn(
  archive: Archive,
  specifier: string,
  parentUrl: string | undefined,
): string | null {
  if (isBuiltin(specifier) || specifier === 'electron') return null;
  const from = parentUrl?.startsWith('file:') === true ? fileURLToPath(parentUrl) : null;
  const parent = from === null ? null : archive.within(from);
  const isPath = /^(?:\.{0,2}[\\/]|file:|[A-Za-z]:[\\/])/u.test(specifier);
  if (!isPath) return parent === null ? null : packageFile(archive, specifier, parent);
  const base = from === null ? undefined : path.dirname(from);
  const target = specifier.startsWith('file:')
    ? fileURLToPath(specifier)
    : path.resolve(base ?? '.', specifier);
  const name = archive.within(target);
  return name === null ? null : fileOf(archive, name, specifier);
}

/** As `require` tries: the file itself, with an ending, as a folder. */
function fileOf(archive: Archive, name: string, specifier: string): string {
  const tried = ['', '.js', '.json', '.node', '/index.js'].map((ending) => name + ending);
  const found = tried.find((one) => archive.entry(one)?.kind === 'file');
  if (found === undefined) throw notFound(specifier);
  return found;
}

function packageFile(archive: Archive, specifier: string, parent: string): string {
  const [, packageName = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/u.exec(specifier) ?? [];
  for (let at = path.posix.dirname(parent); ; at = path.posix.dirname(at)) {
    const folder = path.posix.join(at, 'node_modules', packageName);
    if (archive.entry(folder)?.kind === 'folder') return inPackage(archive, folder, rest);
    if (at === '.' || at === '/') throw notFound(specifier);
  }
}

function inPackage(archive: Archive, folder: string, rest: string): string {
  const { main = 'index.js', exports } = manifestOf(archive, `${folder}/package.json`);
  const asked = exports?.[`.${rest}`];
  const file = typeof asked === 'string' ? asked : rest === '' ? main : `.${rest}`;
  return fileOf(archive, path.posix.join(folder, file), folder);
}

function manifestOf(archive: Archive, name: string): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(archive.bytes(name).toString('utf8')));
}

function formatOf(archive: Archive, name: string): string {
  const ending = path.posix.extname(name);
  if (ending === '.cjs' || ending === '.node') return 'commonjs';
  if (ending === '.json') return 'json';
  if (ending === '.mjs') return 'module';
  for (let at = path.posix.dirname(name); ; at = path.posix.dirname(at)) {
    const manifest = path.posix.join(at, 'package.json');
    if (archive.entry(manifest)?.kind === 'file') {
      return manifestOf(archive, manifest).type === 'module' ? 'module' : 'commonjs';
    }
    if (at === '.') return 'commonjs';
  }
}

function notFound(specifier: string): Error {
  return Object.assign(new Error(`Cannot find module '${specifier}'`), {
    code: 'MODULE_NOT_FOUND',
  });
}
