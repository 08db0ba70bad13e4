import { useQueryClient } from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import { DETECT_ALL, type ImportChoices } from '#shared/domain/importing.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type {
  StatementCheck,
  StatementMapping,
  StatementReading,
} from '#shared/domain/statement.ts';

import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { callOrThrow } from '../../client/operation.ts';
import { type Source, sendFile } from '../../ui/importing/sendFile.ts';
import { useFileDraft } from '../../ui/importing/useFileDraft.ts';
import { type CoverageTexts, NOTHING_STATED } from './coverage.ts';

/** A file on its way to a statement. */
export type StatementDraft = {
  readonly importId: string;
  /** Born with the import: pressing `Compare` twice records one statement. */
  readonly statementId: string;
  readonly profileId: ProfileId;
  /** Null: pasted rows. */
  readonly file: string | null;
  readonly step: 'columns' | 'coverage';
  readonly choices: ImportChoices;
  readonly reading: StatementReading;
  readonly mapping: StatementMapping;
  /** Of times that are written without one. */
  readonly timeZone: string;
  readonly check: StatementCheck | null;
  readonly texts: CoverageTexts;
};

type Begin = {
  readonly source: Source;
  readonly profileId: ProfileId;
  readonly timeZone: string;
};

export type StatementImport = {
  readonly draft: StatementDraft | null;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly begin: (begin: Begin) => void;
  readonly readAgain: (choices: Partial<ImportChoices>) => void;
  readonly map: (mapping: StatementMapping) => void;
  /** At the coverage every row is read again with the other zone. */
  readonly setZone: (timeZone: string) => void;
  readonly checkAll: () => void;
  readonly state: (texts: Partial<CoverageTexts>) => void;
  readonly goTo: (step: StatementDraft['step']) => void;
  /** Once in the life of a page: goes on with the file that it had before it was loaded again. */
  readonly restore: (timeZone: string) => void;
  readonly cancel: () => void;
  readonly close: () => void;
};

export function useStatementImport(): StatementImport {
  const client = useClient();
  const cache = useQueryClient();
  const { draft, isBusy, error, run, onDraft, change, cancel, close } =
    useFileDraft<StatementDraft>(KEYS.statementDraft);
  return {
    draft,
    isBusy,
    error,
    begin: (asked) => run(() => beginImport(client, asked)),
    readAgain: (choices) => onDraft((now) => readAgain(client, now, choices)),
    map: (mapping) => change(() => ({ mapping, check: null })),
    setZone(timeZone) {
      if (draft?.step === 'coverage') onDraft((now) => checkAll(client, { ...now, timeZone }));
      else change(() => ({ timeZone, check: null }));
    },
    checkAll: () => onDraft((now) => checkAll(client, now)),
    state: (stated) => change(({ texts }) => ({ texts: { ...texts, ...stated } })),
    goTo: (step) => change(() => ({ step })),
    restore(timeZone) {
      if (cache.getQueryData(KEYS.statementRestored) === true) return;
      cache.setQueryData(KEYS.statementRestored, true);
      run(() => currentDraft(client, timeZone));
    },
    cancel,
    close,
  };
}

async function beginImport(
  client: Client,
  { source, profileId, timeZone }: Begin,
): Promise<StatementDraft> {
  const { importId, file } = await sendFile(client, { source, profileId, flow: null });
  const reading = await callOrThrow(client, 'statement.read', { importId, choices: DETECT_ALL });
  const { mapping } = reading;
  const read = { importId, profileId, file, choices: DETECT_ALL, reading, mapping, timeZone };
  return { ...read, ...asRead() };
}

function asRead() {
  const statementId = crypto.randomUUID();
  return { statementId, step: 'columns', check: null, texts: NOTHING_STATED } as const;
}

/** What was stated about the file is asked for again. */
async function currentDraft(client: Client, timeZone: string): Promise<StatementDraft | null> {
  const current = await callOrThrow(client, 'statement.current', {});
  if (current === null) return null;
  return { ...current, timeZone: current.timeZone ?? timeZone, ...asRead() };
}

async function readAgain(
  client: Client,
  draft: StatementDraft,
  changed: Partial<ImportChoices>,
): Promise<StatementDraft> {
  const { importId } = draft;
  const choices = { ...draft.choices, ...changed };
  const reading = await callOrThrow(client, 'statement.read', { importId, choices });
  return { ...draft, choices, reading, mapping: reading.mapping, check: null, step: 'columns' };
}

async function checkAll(client: Client, draft: StatementDraft): Promise<StatementDraft> {
  const { importId, mapping, timeZone } = draft;
  const check = await callOrThrow(client, 'statement.check', { importId, mapping, timeZone });
  return { ...draft, check, step: 'coverage' };
}
