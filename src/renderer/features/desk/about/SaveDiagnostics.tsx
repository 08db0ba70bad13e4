import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { useAction } from '../../../client/actions.ts';
import { callOrThrow } from '../../../client/call.ts';
import { useClient, useDesk } from '../../../client/deskContext.ts';
import { FailureError } from '../../../client/failureError.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { sizeText } from '../../../text/size.ts';
import { ActionError } from '../../../ui/ActionError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';

/** The clipboard gets a path, not a requisite: the copy is not recorded. */
const notRecorded = (): Promise<boolean> => Promise.resolve(true);

/** The diagnostics file, and where it was saved. */
export function SaveDiagnostics(): ReactNode {
  const say = useSay();
  const client = useClient();
  const { settings, info } = useDesk();
  const saving = useMutation({
    mutationFn: (elsewhere: boolean) => callOrThrow(client, 'diagnostics.save', { elsewhere }),
  });
  const save = (): void => {
    if (!saving.isPending) saving.mutate(false);
  };
  useAction('diagnostics.save', save);
  const isDenied =
    saving.error instanceof FailureError && saving.error.failure.code === 'folder_denied';
  return (
    <>
      <p>{say('diagnostics.text')}</p>
      <div className="row wrap middle gap-8">
        <Button size="xs" variant="default" loading={saving.isPending} onClick={save}>
          {say('command.diagnostics.save')}
        </Button>
        {isDenied && info.host.kind === 'electron' && (
          <Button size="xs" onClick={() => saving.mutate(true)}>
            {say('export.elsewhere')}
          </Button>
        )}
        {saving.data !== undefined && (
          <CopyButton
            label={say('export.copyPath')}
            text={saving.data.file}
            locked={false}
            onCopied={notRecorded}
          />
        )}
      </div>
      <div role="status">
        {saving.data !== undefined && (
          <p className="muted">
            {say('diagnostics.saved', {
              size: sizeText(saving.data.bytes, settings.language, say),
            })}{' '}
            <span className="mono breakable">{saving.data.file}</span>
          </p>
        )}
      </div>
      <ActionError error={saving.error} />
    </>
  );
}
