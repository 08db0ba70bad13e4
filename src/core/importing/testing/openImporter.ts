import { randomUUID } from 'node:crypto';

import type { DeskEvent } from '#shared/contract/events.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { limitsSnapshotIdSchema } from '#shared/domain/ids.ts';
import {
  DETECT_ALL,
  type ImportCheck,
  type ImportChoices,
  type ImportReading,
  type Mapping,
} from '#shared/domain/importing.ts';
import { type LimitsSnapshot, limitsEntrySchema } from '#shared/domain/limits.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import { createJsonFiles } from '../../files/jsonFile.ts';
import type { Clock } from '../../ports.ts';
import { profileOf } from '../../testing/builders.ts';
import { LOG_WORKER } from '../../testing/log.ts';
import type { FindSimilarBatches } from '../askLog.ts';
import { type Importer, createImporter } from '../importer.ts';
import type { PageOwner } from '../openImport.ts';
import { createRememberedMappings, createRememberedStatements } from '../rememberedMappings.ts';
import type { LogPort } from '../../log/openLog.ts';

const PIECE_BYTES = 512 * 1024;

export type OpenedImporter = {
  /** As one person at one page. */
  readonly importer: OwnImporter;
  readonly events: readonly DeskEvent[];
  /** How often the limits were read anew. */
  readonly limitsRead: () => number;
  /** Sends a file in pieces and reads it. */
  readonly read: (
    content: string | Buffer,
    choices?: Partial<ImportChoices>,
  ) => Promise<{ readonly importId: string; readonly reading: Result<ImportReading, Failure> }>;
  /** Reads and checks it; the mapping is the one that the headers give, with these changes. */
  readonly check: (
    content: string | Buffer,
    mapping?: Mapping,
  ) => Promise<{ readonly importId: string; readonly check: ImportCheck }>;
};

type OpenImporterOptions = {
  readonly dataDir: string;
  readonly log: LogPort;
  readonly clock: Clock;
  readonly profile?: Profile;
  readonly findSimilar?: FindSimilarBatches;
};

/** The importer over the real log and its real thread; only the provider's limits are made up. */
export function openImporter(options: OpenImporterOptions): OpenedImporter {
  const { dataDir, clock, profile = profileOf() } = options;
  const events: DeskEvent[] = [];
  let limitsRead = 0;
  const files = createJsonFiles(clock.now(), () => undefined);
  const importer = asOwner(
    createImporter({
      ...options,
      events: { emit: (event) => void events.push(event) },
      limits: {
        async read(_profile, refresh) {
          if (refresh) limitsRead += 1;
          return { snapshot: limitsAt(profile, clock), change: null, problem: null };
        },
      },
      findInUse: () => ok(profile),
      mappings: createRememberedMappings({ dataDir, files }),
      statementMappings: createRememberedStatements({ dataDir, files }),
      logWorkerUrl: LOG_WORKER,
    }),
  );

  /** The pieces in order, as a page sends them. */
  async function sendFrom(importId: string, bytes: Buffer, at: number): Promise<void> {
    if (at >= bytes.length) return;
    const base64 = bytes.subarray(at, at + PIECE_BYTES).toString('base64');
    await importer.add({ importId, base64 });
    await sendFrom(importId, bytes, at + PIECE_BYTES);
  }
  async function read(content: string | Buffer, choices: Partial<ImportChoices> = {}) {
    const importId = randomUUID();
    const bytes = Buffer.from(content);
    const source = { kind: 'file' as const, name: 'day.csv', bytes: bytes.length };
    valueOf(await importer.begin({ importId, profileId: profile.id, flow: 'create', source }));
    await sendFrom(importId, bytes, 0);
    const all = { ...DETECT_ALL, ...choices };
    return { importId, reading: await importer.read({ importId, choices: all }) };
  }
  return {
    importer,
    events,
    limitsRead: () => limitsRead,
    read,
    async check(content, changes = {}) {
      const { importId, reading } = await read(content);
      const mapping = { ...valueOf(reading).mapping, ...changes };
      return { importId, check: valueOf(await importer.check({ importId, mapping })) };
    },
  };
}

type OwnImporter = ReturnType<typeof asOwner>;

/** Every step of the importer, asked by one person at one page. */
function asOwner(importer: Importer, by: PageOwner = { personId: null, pageId: 'page' }) {
  const own =
    <I, R>(step: (input: I, owner: PageOwner) => R) =>
    (input: I): R =>
      step(input, by);
  return {
    begin: own(importer.begin),
    add: own(importer.add),
    read: own(importer.read),
    preview: own(importer.preview),
    check: own(importer.check),
    rows: own(importer.rows),
    correct: own(importer.correct),
    leaveOut: own(importer.leaveOut),
    accept: own(importer.accept),
    current: own(importer.current),
    cancel: own(importer.cancel),
    close: own(importer.close),
    ready: own(importer.ready),
    end: importer.end,
  };
}

function limitsAt({ id }: Profile, clock: Clock): LimitsSnapshot {
  return {
    id: limitsSnapshotIdSchema.parse('22222222-2222-4333-8444-555555555555'),
    profileId: id,
    readAt: clock.now().toISOString(),
    recognised: true,
    entries: [
      limitsEntrySchema.parse({ currency: 'RUB', paymentType: 'any_bank', min: 50_000, max: null }),
    ],
    complaints: [],
    raw: '[]',
  };
}

export function valueOf<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
