import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { z } from 'zod';

import { type Flow, flowSchema } from '#shared/domain/deposit.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import { type Mapping, mappingSchema } from '#shared/domain/importing.ts';
import { type StatementMapping, statementMappingSchema } from '#shared/domain/statement.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';
import { type Owner, isOwn } from '../people/owner.ts';

export type Remembered<O, M> = {
  readonly find: (of: O, headers: readonly string[]) => M | null;
  readonly remember: (of: O, headers: readonly string[], mapping: M) => void;
};
/**
 * A mapping may hold a constant, for example a callback address, and what a column of amounts counts: it belongs to the profile that
 * it was made for, and to the person who made it.
 */
type MappingOf = { readonly profileId: ProfileId; readonly flow: Flow; readonly owner: Owner };
export type RememberedMappings = Remembered<MappingOf, Mapping>;

/** Those used longest ago are forgotten. */
const MOST_KEPT = 100;

/** SHA-256 of the headers in their order: names of columns are the office's own business. */
const headers = z.string();
const batchEntrySchema = z.strictObject({
  profileId: profileIdSchema,
  flow: flowSchema,
  /** Not there: the desk had no people. */
  personId: z.string().optional(),
  headers,
  mapping: mappingSchema,
});
const statementEntrySchema = z.strictObject({
  profileId: profileIdSchema,
  headers,
  mapping: statementMappingSchema,
});

type Place = { readonly dataDir: string; readonly files: JsonFiles };

/** How the columns of a file were mapped, for the next file with the same headers. */
export function createRememberedMappings({ dataDir, files }: Place): RememberedMappings {
  const kept = openKept(join(dataDir, 'mappings.json'), files, batchEntrySchema);
  return {
    find: (of, names) => kept.find((entry) => isOfForm(entry, of), names)?.mapping ?? null,
    remember(of, names, mapping) {
      const { profileId, flow, owner } = of;
      const by = owner.personId ?? null;
      const own = { profileId, flow, ...(by === null ? {} : { personId: by }) };
      kept.put((entry) => isOfForm(entry, of), { ...own, headers: keyOf(names), mapping });
    },
  };
}

function isOfForm(
  entry: z.infer<typeof batchEntrySchema>,
  { profileId, flow, owner }: MappingOf,
): boolean {
  return entry.profileId === profileId && entry.flow === flow && isOwn(entry, owner);
}

/** The same of a provider's statements, by the profile that they are of. */
export function createRememberedStatements({
  dataDir,
  files,
}: Place): Remembered<ProfileId, StatementMapping> {
  const kept = openKept(join(dataDir, 'statement-mappings.json'), files, statementEntrySchema);
  return {
    find: (id, names) => kept.find((entry) => entry.profileId === id, names)?.mapping ?? null,
    remember: (profileId, names, mapping) =>
      kept.put((entry) => entry.profileId === profileId, {
        profileId,
        headers: keyOf(names),
        mapping,
      }),
  };
}

function openKept<E extends { readonly headers: string; readonly mapping: unknown }>(
  file: string,
  files: JsonFiles,
  schema: z.ZodType<E>,
) {
  const fileSchema = z.strictObject({
    version: z.literal(1),
    mappings: z.array(schema).readonly(),
  });
  let entries: readonly E[] = files.read(file, fileSchema)?.mappings ?? [];
  return {
    find: (isOf: (entry: E) => boolean, names: readonly string[]): E | null =>
      entries.find((entry) => entry.headers === keyOf(names) && isOf(entry)) ?? null,
    put(isOf: (entry: E) => boolean, entry: E): void {
      const isSame = (one: E): boolean => one.headers === entry.headers && isOf(one);
      const [newest] = entries;
      if (newest !== undefined && isSame(newest) && isEqual(newest.mapping, entry.mapping)) return;
      const others = entries.filter((one) => !isSame(one));
      entries = [entry, ...others].slice(0, MOST_KEPT);
      writeJsonFile(file, { version: 1, mappings: entries });
    },
  };
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function keyOf(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
