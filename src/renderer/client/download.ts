import { type UseMutationResult, useMutation } from '@tanstack/react-query';

import { failure } from '#shared/domain/failure.ts';
import type { ExportPiece } from '#shared/domain/logExport.ts';

import { FailureError } from './operation.ts';
import { saveFile } from '../ui/page.ts';

type ReadPiece = (from: number) => Promise<ExportPiece>;

export function useDownload(): UseMutationResult<void, Error, ReadPiece> {
  return useMutation({ mutationFn: download });
}

/** Takes a file from the desk and hands it to the browser. Piece by piece: a whole file may be too long for one answer. */
export async function download(read: ReadPiece): Promise<void> {
  const { name, pieces } = await readFrom(read, 0);
  saveFile(name, pieces);
}

type Pieces = { readonly name: string; readonly pieces: Uint8Array<ArrayBuffer>[] };

async function readFrom(read: ReadPiece, from: number): Promise<Pieces> {
  const given = await read(from);
  const { name, bytes } = given;
  const piece = bytesOf(given);
  const end = from + piece.length;
  if (end >= bytes) return { name, pieces: [piece] };
  // It became shorter meanwhile.
  if (piece.length === 0) throw new FailureError(failure('export_file_missing'));
  const { pieces } = await readFrom(read, end);
  return { name, pieces: [piece, ...pieces] };
}

export function bytesOf({ base64 }: Pick<ExportPiece, 'base64'>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
}
