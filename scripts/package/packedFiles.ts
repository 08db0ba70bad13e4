import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { asarLibrary } from './libraries.ts';

export type PackedFile = {
  /** From the root of the app, with `/`. */
  readonly name: string;
  readonly bytes: number;
  /** Beside the archive as a file of its own. */
  readonly isUnpacked: boolean;
};

type AsarEntry = {
  readonly files?: Readonly<Record<string, AsarEntry>> | undefined;
  readonly size?: number | undefined;
  readonly unpacked?: boolean | undefined;
  readonly link?: string | undefined;
};

const entrySchema: z.ZodType<AsarEntry> = z.lazy(() =>
  z.object({
    files: z.record(z.string(), entrySchema).optional(),
    size: z.number().optional(),
    unpacked: z.boolean().optional(),
    link: z.string().optional(),
  }),
);

/** Every file of a packed app: those in `app.asar`, and those beside it, which must be the same that the archive names. */
export function readPackedFiles(resourcesDir: string): readonly PackedFile[] {
  const archive = path.join(resourcesDir, 'app.asar');
  const { header } = asarLibrary.getRawHeader(archive);
  const files = [...walk(entrySchema.parse(header), '')];
  const beside = filesIn(`${archive}.unpacked`);
  const named = files.filter(({ isUnpacked }) => isUnpacked).map(({ name }) => name);
  const strangers = beside.filter((name) => !named.includes(name));
  if (strangers.length > 0 || named.some((name) => !beside.includes(name))) {
    throw new Error('app.asar.unpacked does not hold what app.asar says');
  }
  if (existsSync(path.join(resourcesDir, 'app')))
    throw new Error('There is an app beside app.asar');
  const others = readdirSync(resourcesDir).filter(
    (name) => name.endsWith('.asar') && name !== 'app.asar',
  );
  if (others.length > 0) throw new Error(`${others.join()}: another archive beside app.asar`);
  return files;
}

function* walk(entry: AsarEntry, at: string): Generator<PackedFile> {
  if (entry.link !== undefined) throw new Error(`${at} is a link`);
  if (entry.files === undefined) {
    yield { name: at, bytes: entry.size ?? 0, isUnpacked: entry.unpacked === true };
    return;
  }
  for (const [name, child] of Object.entries(entry.files)) {
    yield* walk(child, at === '' ? name : `${at}/${name}`);
  }
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => name.split(path.sep).join('/'));
}
