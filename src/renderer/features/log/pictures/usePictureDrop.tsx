import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClipboardEvent, DragEvent, ReactNode } from 'react';

import { failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { MAX_PICTURE_BYTES } from '#shared/domain/picture.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { useClient } from '../../../client/deskContext.ts';
import { FailureError, callOrThrow } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { isTyping } from '../../../ui/keys.ts';

export type PictureDrop = {
  readonly handlers: {
    readonly onPaste: (event: ClipboardEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
  };
  readonly add: (file: File) => void;
  readonly isAdding: boolean;
  /** What became of it; nothing before. */
  readonly said: ReactNode;
};

/** A picture that is pasted or dropped here is kept with the request, and sent nowhere. Any other paste goes on as usual. */
export function usePictureDrop(intentId: IntentId): PictureDrop {
  const say = useSay();
  const client = useClient();
  const cache = useQueryClient();
  const adding = useMutation({
    mutationFn: async (file: File) => {
      // Checked here too: what is larger would not even reach the desk.
      if (file.size > MAX_PICTURE_BYTES) throw new FailureError(failure('picture_too_large'));
      const base64 = base64Of(new Uint8Array(await file.arrayBuffer()));
      return callOrThrow(client, 'request.addPicture', { intentId, base64 });
    },
    onSuccess: (request) => applyRequest(cache, request),
  });
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined): void => {
    const given = [...(files ?? [])];
    // A browser would leave the page for a file that is dropped and not taken: the desk then says why it is refused.
    const other = event.type === 'drop' ? given[0] : undefined;
    const file = given.find(({ type }) => type.startsWith('image/')) ?? other;
    if (file === undefined) return;
    event.preventDefault();
    if (!adding.isPending) adding.mutate(file);
  };
  return {
    handlers: {
      onPaste(event) {
        const { files, types } = event.clipboardData;
        // Cells of a spreadsheet are on the clipboard as text and as a picture: a text field takes the text.
        if (!(isTyping(event.target) && types.includes('text/plain'))) take(event, files);
      },
      onDrop: (event) => take(event, event.dataTransfer.files),
      onDragOver(event) {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      },
    },
    add: (file) => adding.mutate(file),
    isAdding: adding.isPending,
    said: (
      <>
        {adding.isSuccess && (
          <p role="status" className="text-12 muted">
            {say('picture.kept')}
          </p>
        )}
        <ActionError error={adding.error} />
      </>
    ),
  };
}

/** The bytes are turned into text in pieces, since a call takes a limited number of arguments. */
function base64Of(bytes: Uint8Array): string {
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * PIECE, (at + 1) * PIECE)),
  );
  return btoa(pieces.join(''));
}
const PIECE = 8192;
