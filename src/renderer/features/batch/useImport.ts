import { useQueryClient } from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import {
  DETECT_ALL,
  type ImportCheck,
  type ImportChoices,
  type ImportReading,
  type Mapping,
} from '#shared/domain/importing.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { assertNever } from '#shared/domain/result.ts';

import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { callOrThrow } from '../../client/operation.ts';
import { type Source, sendFile } from '../../ui/importing/sendFile.ts';
import { useFileDraft } from '../../ui/importing/useFileDraft.ts';

/** A file on its way to a batch. */
export type ImportDraft = {
  readonly importId: string;
  /** Born with the import: pressing `Issue` twice starts one batch. Another one after `batch_broke_off`. */
  readonly batchId: string;
  readonly profileId: ProfileId;
  readonly flow: Flow;
  /** Null: pasted rows. */
  readonly file: string | null;
  readonly step: 'columns' | 'check' | 'confirm';
  readonly choices: ImportChoices;
  readonly reading: ImportReading;
  readonly mapping: Mapping;
  readonly check: ImportCheck | null;
  /** The batch was not begun, because the check is another one by now. */
  readonly isChanged: boolean;
};

type Begin = {
  readonly source: Source;
  readonly profileId: ProfileId;
  readonly flow: Flow;
};

type CheckChange =
  | {
      readonly kind: 'correct';
      readonly row: number;
      readonly column: number;
      readonly text: string;
    }
  | {
      readonly kind: 'leaveOut';
      readonly rows: readonly number[] | { readonly group: string };
      readonly reason: string | null;
    }
  | { readonly kind: 'accept'; readonly group: string; readonly accepted: boolean };

export type Importing = {
  readonly draft: ImportDraft | null;
  /** The file that is being sent to the desk, before there is a draft. */
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly begin: (begin: Begin) => void;
  readonly readAgain: (choices: Partial<ImportChoices>) => void;
  readonly map: (mapping: Mapping) => void;
  readonly checkAll: () => void;
  readonly change: (change: CheckChange) => void;
  readonly goTo: (step: ImportDraft['step']) => void;
  /** Once in the life of a page: goes on with the file that it had before it was loaded again. */
  readonly restore: () => void;
  /** Back to the check, as the desk has it now. */
  readonly backToCheck: () => void;
  /** The batch of this import takes another id. */
  readonly renew: (batchId: string) => void;
  readonly cancel: () => void;
  readonly close: () => void;
};

export function useImport(): Importing {
  const client = useClient();
  const cache = useQueryClient();
  const { draft, isBusy, error, run, onDraft, change, cancel, close } = useFileDraft<ImportDraft>(
    KEYS.importDraft,
  );
  return {
    draft,
    isBusy,
    error,
    begin: (asked) => run(() => beginImport(client, asked)),
    readAgain: (choices) => onDraft((now) => readAgain(client, now, choices)),
    map: (mapping) => change(() => ({ mapping, check: null })),
    checkAll: () => onDraft((now) => checkAll(client, now)),
    change: (changed) => onDraft((now) => changeCheck(client, now, changed)),
    goTo: (step) => change(() => ({ step, isChanged: false })),
    restore: () => {
      if (cache.getQueryData(KEYS.importRestored) === true) return;
      cache.setQueryData(KEYS.importRestored, true);
      run(() => currentDraft(client));
    },
    backToCheck: () =>
      onDraft(async (now) => ({ ...now, ...(await currentDraft(client)), isChanged: true })),
    renew: (batchId) => change(() => ({ batchId })),
    cancel,
    close,
  };
}

async function beginImport(
  client: Client,
  { source, profileId, flow }: Begin,
): Promise<ImportDraft> {
  const { importId, file } = await sendFile(client, { source, profileId, flow });
  const reading = await callOrThrow(client, 'import.read', { importId, choices: DETECT_ALL });
  return {
    importId,
    batchId: crypto.randomUUID(),
    profileId,
    flow,
    file,
    step: 'columns',
    choices: DETECT_ALL,
    reading,
    mapping: reading.mapping,
    check: null,
    isChanged: false,
  };
}

async function currentDraft(client: Client): Promise<ImportDraft | null> {
  const current = await callOrThrow(client, 'import.current', {});
  if (current === null) return null;
  const step = current.check === null ? 'columns' : 'check';
  return { ...current, batchId: crypto.randomUUID(), step, isChanged: false };
}

async function readAgain(
  client: Client,
  draft: ImportDraft,
  changed: Partial<ImportChoices>,
): Promise<ImportDraft> {
  const choices = { ...draft.choices, ...changed };
  const reading = await callOrThrow(client, 'import.read', { importId: draft.importId, choices });
  return { ...draft, choices, reading, mapping: reading.mapping, check: null, step: 'columns' };
}

async function checkAll(client: Client, draft: ImportDraft): Promise<ImportDraft> {
  const { importId, mapping } = draft;
  const check = await callOrThrow(client, 'import.check', { importId, mapping });
  return { ...draft, check, step: 'check' };
}

async function changeCheck(
  client: Client,
  draft: ImportDraft,
  change: CheckChange,
): Promise<ImportDraft> {
  return { ...draft, check: await changedCheck(client, draft.importId, change) };
}

async function changedCheck(
  client: Client,
  importId: string,
  change: CheckChange,
): Promise<ImportCheck> {
  switch (change.kind) {
    case 'correct': {
      const { row, column, text } = change;
      return callOrThrow(client, 'import.correct', { importId, row, column, text });
    }
    case 'leaveOut': {
      const { rows, reason } = change;
      return callOrThrow(client, 'import.leaveOut', { importId, rows, reason });
    }
    case 'accept': {
      const { group, accepted } = change;
      return callOrThrow(client, 'import.accept', { importId, group, accepted });
    }
    default:
      return assertNever(change);
  }
}
