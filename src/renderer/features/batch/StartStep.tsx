import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import { takePastedRows } from '../../client/pastedRows.ts';
import { useDownload } from '../../client/download.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SourceStep } from '../../ui/importing/SourceStep.tsx';
import type { Source } from '../../ui/importing/sendFile.ts';
import { ActionError } from '../../ui/Notice.tsx';
import type { Importing } from './useImport.ts';

const FLOWS = ['create', 'build'] as const satisfies readonly Flow[];

/** Nothing is issued before the operator has confirmed. */
export function StartStep({ importing }: { readonly importing: Importing }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const [flow, setFlow] = useState<Flow>('create');
  const begin = (source: Source): void => importing.begin({ source, profileId: profile.id, flow });
  const cache = useQueryClient();
  const beginWithKept = useEffectEvent(() => {
    importing.restore();
    const text = takePastedRows(cache);
    if (text !== null) begin({ kind: 'paste', text });
  });
  useEffect(() => beginWithKept(), []);
  return (
    <SourceStep
      title={say('batch.start.title')}
      text={say('batch.start.text')}
      isBusy={importing.isBusy}
      onSource={begin}
      question={
        <Segments
          label={say('batch.flow')}
          value={flow}
          options={FLOWS.map((value) => ({ value, label: say(`log.flow.${value}`) }))}
          onChange={setFlow}
        />
      }
      more={<TemplateButton flow={flow} />}
    />
  );
}

function TemplateButton({ flow }: { readonly flow: Flow }): ReactNode {
  const say = useSay();
  const client = useClient();
  const { profile } = useDesk();
  const download = useDownload();
  return (
    <>
      <Button
        variant="subtle"
        loading={download.isPending}
        onClick={() =>
          download.mutate(() =>
            callOrThrow(client, 'batch.template', { profileId: profile.id, flow }),
          )
        }
      >
        {say('batch.template')}
      </Button>
      <ActionError error={download.error} />
    </>
  );
}
