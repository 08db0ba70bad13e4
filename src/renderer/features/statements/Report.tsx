import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { useClient } from '../../client/deskContext.ts';
import { download } from '../../client/download.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { verifyExportCommand } from '../../text/commands.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import styles from './Statements.module.css';

const FORMATS = ['xlsx', 'csv'] as const;
type Format = (typeof FORMATS)[number];

/** Every row of both sides with its class. The file stays in the folder of exports, with its proof beside it. */
export function Report({ statementId }: { readonly statementId: string }): ReactNode {
  const say = useSay();
  const client = useClient();
  const [format, setFormat] = useState<Format>('xlsx');
  const write = useMutation({
    mutationFn: async () => {
      const order = { statementId, reportId: crypto.randomUUID(), format };
      let file = '';
      await download(async (from) => {
        const { file: place, ...piece } = await callOrThrow(client, 'statement.report', {
          ...order,
          from,
        });
        file = place;
        return piece;
      });
      return file;
    },
  });
  return (
    <>
      <div className="row wrap middle gap-8 push">
        <select
          className="pill"
          aria-label={say('batch.report.format')}
          value={format}
          onChange={({ currentTarget }) =>
            setFormat(currentTarget.value === 'csv' ? 'csv' : 'xlsx')
          }
        >
          {FORMATS.map((one) => (
            <option key={one} value={one}>
              {one.toUpperCase()}
            </option>
          ))}
        </select>
        <Button
          size="xs"
          variant="default"
          loading={write.isPending}
          onClick={() => write.mutate()}
        >
          {say('statement.report')}
        </Button>
      </div>
      {write.data !== undefined && (
        <div className={`${styles.report} full`} role="status">
          <Notice
            tone="calm"
            title={say('statement.report.done')}
            actions={
              <>
                <CopyButton label={say('export.copyPath')} text={write.data} />
                <CopyButton
                  label={say('export.copyCommand')}
                  text={verifyExportCommand(write.data)}
                />
                <Button size="xs" variant="subtle" onClick={() => write.reset()}>
                  {say('detail.close')}
                </Button>
              </>
            }
          >
            <p className="text-12 mono breakable">{write.data}</p>
            <p className="text-12">{say('export.proof')}</p>
          </Notice>
        </div>
      )}
      <ActionError error={write.error} />
    </>
  );
}
