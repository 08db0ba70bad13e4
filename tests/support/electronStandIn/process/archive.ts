import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

type Node = {
  readonly files?: Readonly<Record<string, Node>> | undefined;
  readonly size?: number | undefined;
  readonly offset?: string | undefined;
  readonly unpacked?: boolean | undefined;
};

const nodeSchema: z.ZodType<Node> = z.lazy(() =>
  z.object({
    files: z.record(z.string(), nodeSchema).optional(),
    size: z.number().optional(),
    offset: z.string().optional(),
    unpacked: z.boolean().optional(),
  }),
);

type Entry =
  | { readonly kind: 'folder'; readonly names: readonly string[] }
  | { readonly kind: 'file'; readonly size: number; readonly isUnpacked: boolean };

export type Archive = {
  readonly file: string;
  /** Null: outside of it. `''`: the archive itself, as a folder. */
  readonly within: (place: string) => string | null;
  readonly entry: (name: string) => Entry | null;
  readonly bytes: (name: string) => Buffer;
  /** Where a file lies that was left beside the archive. */
  readonly besideOf: (name: string) => string;
};

/** Reads as Electron does, from the archive's own bytes. Opened before `fs` is changed. */
export function openArchive(file: string): Archive {
  const handle = openSync(file, 'r');
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    if (readSync(handle, bytes, 0, length, at) !== length) throw new Error(`${file} is cut short`);
    return bytes;
  };
  process.once('exit', () => closeSync(handle));
  // Two pickles: the size of the second, then its own size, the length of the text, the text.
  const sizes = read(0, 16);
  const contentAt = 8 + sizes.readUInt32LE(4);
  const root = nodeSchema.parse(JSON.parse(read(16, sizes.readUInt32LE(12)).toString('utf8')));

  function nodeOf(name: string): Node | null {
    let node: Node | undefined = root;
    for (const part of name.split('/').filter((one) => one !== '')) {
      node = Object.hasOwn(node?.files ?? {}, part) ? node?.files?.[part] : undefined;
    }
    return node ?? null;
  }
  return {
    file,
    within(place) {
      const full = path.resolve(place);
      if (full === file) return '';
      return full.startsWith(file + path.sep)
        ? full.slice(file.length + 1).replaceAll(path.sep, '/')
        : null;
    },
    entry(name) {
      const node = nodeOf(name);
      if (node === null) return null;
      if (node.files !== undefined) return { kind: 'folder', names: Object.keys(node.files) };
      return { kind: 'file', size: node.size ?? 0, isUnpacked: node.unpacked === true };
    },
    bytes(name) {
      const node = nodeOf(name);
      return read(contentAt + Number(node?.offset ?? 0), node?.size ?? 0);
    },
    besideOf: (name) => path.join(`${file}.unpacked`, name),
  };
}
