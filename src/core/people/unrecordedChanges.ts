import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { operatorSchema } from '#shared/domain/operator.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';
import type { Chance, CorePorts } from '../ports.ts';

export type UnrecordedDeps = Pick<CorePorts, 'dataDir'> & {
  readonly files: JsonFiles;
  readonly chance: Pick<Chance, 'uuid'>;
};

/** What a change is about: enough to look at it again, and neither a secret nor a text for customers. */
const subjectSchema = z.strictObject({
  /** Of a profile or a template. Null: it is only about to be made. */
  id: z.string().nullable(),
  /** Said of it whatever it changes. */
  said: z.record(z.string(), z.unknown()),
});
export type Subject = z.infer<typeof subjectSchema>;

const changeSchema = z.strictObject({
  changeId: z.uuid(),
  operator: operatorSchema,
  what: z.string(),
  subject: subjectSchema,
  of: z.string().nullable(),
  /** Before the change. */
  values: z.record(z.string(), z.unknown()),
});
export type UnrecordedChange = Readonly<z.infer<typeof changeSchema>>;
const fileSchema = z.strictObject({
  version: z.literal(1),
  changes: z.array(changeSchema).readonly(),
});

export type Unrecorded = {
  /** On the disk once this returns; throws where it cannot be written. */
  readonly begin: (change: Omit<UnrecordedChange, 'changeId'>) => string;
  /** The log has its event, or nothing was changed. */
  readonly end: (changeId: string) => void;
  /** Those that are not under way: a kill or a log that took no event has left them. Oldest first. */
  readonly left: () => readonly UnrecordedChange[];
  /** It is not under way any more, and its event is still to be written. */
  readonly leave: (changeId: string) => void;
};

/**
 * Set-up is in files and in the keychain, its events are in the log: no transaction holds both. So a change is noted here before it is
 * made, and the note goes once the log has the event.
 */
export function createUnrecorded({ dataDir, files, chance }: UnrecordedDeps): Unrecorded {
  const path = join(dataDir, 'unrecorded-changes.json');
  let changes: readonly UnrecordedChange[] = files.read(path, fileSchema)?.changes ?? [];
  const underWay = new Set<string>();

  function keep(next: readonly UnrecordedChange[]): void {
    if (next.length === 0) rmSync(path, { force: true });
    else writeJsonFile(path, { version: 1, changes: next });
    changes = next;
  }
  return {
    begin(change) {
      const changeId = chance.uuid();
      keep([...changes, { ...change, changeId }]);
      underWay.add(changeId);
      return changeId;
    },
    end(changeId) {
      underWay.delete(changeId);
      const others = changes.filter((one) => one.changeId !== changeId);
      try {
        keep(others);
      } catch {
        // The disk refuses: the next start finds the note, and tells of the change once more.
        changes = others;
      }
    },
    left: () => changes.filter(({ changeId }) => !underWay.has(changeId)),
    leave: (changeId) => void underWay.delete(changeId),
  };
}
