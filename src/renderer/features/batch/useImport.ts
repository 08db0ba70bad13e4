import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

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

/** A file on its way to a batch. Kept by the page, so that looking something up in the Log loses nothing. */
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
  /** The batch of this import takes another id. */
  readonly renew: (batchId: string) => void;
  readonly cancel: () => void;
  readonly close: () => void;
};

/** One step after the other: a correction never overtakes the check that it belongs to. */
const SCOPE = { id: 'import' };

export function useImport(): Importing {
  const client = useClient();
  const cache = useQueryClient();
  const { data: draft = null } = useQuery<ImportDraft | null>({
    queryKey: KEYS.importDraft,
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const keep = (next: ImportDraft | null): void => void cache.setQueryData(KEYS.importDraft, next);
  const work = useMutation({
    scope: SCOPE,
    mutationFn: (step: () => Promise<ImportDraft | null>) => step(),
    onSuccess: keep,
  });
  /** With the draft as it is when the step begins, not when it was asked for. */
  const onDraft = (step: (now: ImportDraft) => Promise<ImportDraft>): void =>
    work.mutate(async () => {
      const now = cache.getQueryData<ImportDraft | null>(KEYS.importDraft) ?? null;
      return now === null ? null : step(now);
    });
  return {
    draft,
    isBusy: work.isPending,
    error: work.error,
    begin: (asked) => work.mutate(() => beginImport(client, asked)),
    readAgain: (choices) => onDraft((now) => readAgain(client, now, choices)),
    map: (mapping) => draft !== null && keep({ ...draft, mapping, check: null }),
    checkAll: () => onDraft((now) => checkAll(client, now)),
    change: (change) => onDraft((now) => changeCheck(client, now, change)),
    goTo: (step) => draft !== null && keep({ ...draft, step }),
    renew: (batchId) => draft !== null && keep({ ...draft, batchId }),
    cancel: () => draft !== null && void client.call('import.cancel', { importId: draft.importId }),
    close: () => {
      if (draft !== null) void client.call('import.close', { importId: draft.importId });
      work.reset();
      keep(null);
    },
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
  };
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
