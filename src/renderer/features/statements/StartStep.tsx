import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

import { isFixed, useClient, useDesk } from '../../client/deskContext.ts';
import { bytesOf, useDownload } from '../../client/download.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import type { Source } from '../../ui/importing/sendFile.ts';
import { SourceStep } from '../../ui/importing/SourceStep.tsx';
import { ActionError } from '../../ui/Notice.tsx';
import type { StatementImport } from './useStatementImport.ts';

/** The provider's list is chosen, dropped or pasted. Nothing in the log changes by reading it. */
export function StartStep({ importing }: { readonly importing: StatementImport }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const timeZone = profile.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const begin = (source: Source): void =>
    importing.begin({ source, profileId: profile.id, timeZone });
  const restore = useEffectEvent(() => importing.restore(timeZone));
  useEffect(() => restore(), []);
  return (
    <>
      <SourceStep
        title={say('statement.start.title')}
        text={say('statement.start.text')}
        isBusy={importing.isBusy}
        onSource={begin}
      />
      {isFixed(profile) && <SandboxList onFile={(file) => begin({ kind: 'file', file })} />}
    </>
  );
}

/** The embedded provider's own list. */
function SandboxList({ onFile }: { readonly onFile: (file: File) => void }): ReactNode {
  const say = useSay();
  const client = useClient();
  const download = useDownload();
  const ask = () => callOrThrow(client, 'sandbox.statement', {});
  const use = useMutation({
    mutationFn: async () => {
      const piece = await ask();
      return new File([bytesOf(piece)], piece.name, { type: 'text/csv' });
    },
    onSuccess: onFile,
  });
  return (
    <section className="panel pad-16-20 stack gap-12" aria-label={say('statement.sandbox.title')}>
      <h2 className="text-14 bold">{say('statement.sandbox.title')}</h2>
      <p className="muted">{say('statement.sandbox.text')}</p>
      <div className="row wrap middle gap-8">
        <Button size="xs" variant="default" loading={use.isPending} onClick={() => use.mutate()}>
          {say('statement.sandbox.use')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          loading={download.isPending}
          onClick={() => download.mutate(ask)}
        >
          {say('statement.sandbox.download')}
        </Button>
      </div>
      <ActionError error={use.error ?? download.error} />
    </section>
  );
}
