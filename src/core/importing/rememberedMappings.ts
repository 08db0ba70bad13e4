import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { z } from 'zod';

import { type Flow, flowSchema } from '#shared/domain/deposit.ts';
import { type Mapping, mappingSchema } from '#shared/domain/importing.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';

export type RememberedMappings = {
  readonly find: (flow: Flow, headers: readonly string[]) => Mapping | null;
  readonly remember: (flow: Flow, headers: readonly string[], mapping: Mapping) => void;
};

/** Those used longest ago are forgotten. */
const MOST_KEPT = 100;

const entrySchema = z.strictObject({
  flow: flowSchema,
  /** SHA-256 of the headers in their order: names of columns are the office's own business. */
  headers: z.string(),
  mapping: mappingSchema,
});
const fileSchema = z.strictObject({
  version: z.literal(1),
  mappings: z.array(entrySchema).readonly(),
});

type Entry = z.infer<typeof entrySchema>;

/** How the columns of a file were mapped, for the next file with the same headers. */
export function createRememberedMappings({
  dataDir,
  files,
}: {
  readonly dataDir: string;
  readonly files: JsonFiles;
}): RememberedMappings {
  const file = join(dataDir, 'mappings.json');
  let entries: readonly Entry[] = files.read(file, fileSchema)?.mappings ?? [];
  const isOf = (flow: Flow, key: string) => (entry: Entry) =>
    entry.flow === flow && entry.headers === key;
  return {
    find: (flow, headers) => entries.find(isOf(flow, keyOf(headers)))?.mapping ?? null,
    remember(flow, headers, mapping) {
      const key = keyOf(headers);
      const isSame = isOf(flow, key);
      const [newest] = entries;
      if (newest !== undefined && isSame(newest) && isEqual(newest.mapping, mapping)) return;
      const others = entries.filter((entry) => !isSame(entry));
      entries = [{ flow, headers: key, mapping }, ...others].slice(0, MOST_KEPT);
      writeJsonFile(file, { version: 1, mappings: entries });
    },
  };
}

function isEqual(one: Mapping, other: Mapping): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function keyOf(headers: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(headers)).digest('hex');
}
