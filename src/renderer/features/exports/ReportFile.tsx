import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { ExportPiece } from '#shared/domain/logExport.ts';

import { download } from '../../client/download.ts';
import { useSay } from '../../i18n/i18n.ts';
import { verifyExportCommand } from '../../text/commands.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import styles from './Export.module.css';

const FORMATS = ['xlsx', 'csv'] as const;

type Order = {
  readonly reportId: string;
  readonly format: (typeof FORMATS)[number];
  readonly from: number;
};

type Props = {
  /** Of the button. */
  readonly label: string;
  readonly done: string;
  /** A piece of the file, and where the whole of it is. */
  readonly read: (order: Order) => Promise<ExportPiece & { readonly file: string }>;
};

/** Writes a report into the folder of exports, where it stays with its proof, and hands it to the browser. */
export function ReportFile({ label, done, read }: Props): ReactNode {
  const say = useSay();
  const [format, setFormat] = useState<Order['format']>('xlsx');
  const write = useMutation({
    mutationFn: async () => {
      const order = { reportId: crypto.randomUUID(), format };
      let file = '';
      await download(async (from) => {
        const { file: place, ...piece } = await read({ ...order, from });
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
          {label}
        </Button>
      </div>
      {write.data !== undefined && (
        <div className={`${styles.report} full`} role="status">
          <Notice
            tone="calm"
            title={done}
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
