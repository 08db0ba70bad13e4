import { skipToken, useQuery } from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import {
  IMPORT_PIECE_BYTES,
  type ImportProgress,
  MAX_IMPORT_BYTES,
} from '#shared/domain/importing.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { KEYS } from '../../client/keys.ts';
import { FailureError, callOrThrow } from '../../client/operation.ts';

/** What is imported: a file, or rows copied from a spreadsheet. */
export type Source =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'paste'; readonly text: string };

type Sending = {
  readonly source: Source;
  readonly profileId: ProfileId;
  /** Null: a statement of the provider. */
  readonly flow: Flow | null;
};

/** An import that the desk has every byte of. */
type Sent = {
  readonly importId: string;
  /** Null: pasted rows. */
  readonly file: string | null;
};

/** Brings a file to the desk, where it waits to be read. */
export async function sendFile(
  client: Client,
  { source, profileId, flow }: Sending,
): Promise<Sent> {
  const importId = crypto.randomUUID();
  const blob = source.kind === 'file' ? source.file : new Blob([source.text]);
  if (blob.size > MAX_IMPORT_BYTES) {
    throw new FailureError({ code: 'import_refused', reason: 'too_large', detail: null });
  }
  const file = source.kind === 'file' ? source.file.name : null;
  await callOrThrow(client, 'import.begin', {
    importId,
    profileId,
    flow,
    source: file === null ? { kind: 'paste' } : { kind: 'file', name: file, bytes: blob.size },
  });
  await sendPieces(client, importId, blob, 0);
  return { importId, file };
}

/** How far the running step is; null while the desk has not said. */
export function useImportProgress(importId: string): ImportProgress | null {
  const { data = null } = useQuery<ImportProgress | null>({
    queryKey: KEYS.importProgress(importId),
    queryFn: skipToken,
    staleTime: Infinity,
  });
  return data;
}

async function sendPieces(
  client: Client,
  importId: string,
  blob: Blob,
  from: number,
): Promise<void> {
  if (from >= blob.size) return;
  const end = from + IMPORT_PIECE_BYTES;
  const base64 = await base64Of(blob.slice(from, end));
  await callOrThrow(client, 'import.add', { importId, base64 });
  await sendPieces(client, importId, blob, end);
}

/** The browser refuses to read a file that was changed or removed since it was chosen. */
async function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.replace(/^[^,]*,/u, '') : '');
    });
    reader.addEventListener('error', () =>
      reject(new FailureError({ code: 'import_refused', reason: 'file_changed', detail: null })),
    );
    reader.readAsDataURL(piece);
  });
}
