import { type ReactNode, useState } from 'react';

import type { Batch } from '#shared/domain/batch.ts';
import { REASON_KEYS } from '#shared/domain/batchReason.ts';

import { useCsvDelimiter } from '../../client/csvDelimiter.ts';
import { May, useClient } from '../../client/deskContext.ts';
import { useDownload } from '../../client/download.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckBox } from '../../ui/Field.tsx';
import { ActionError } from '../../ui/Notice.tsx';

const FORMATS = ['xlsx', 'csv'] as const;

/** The original columns with what became of each row; or the failed rows alone, ready to be imported again. */
export function Report({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const client = useClient();
  const download = useDownload();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('xlsx');
  const [isWhole, setWhole] = useState(false);
  const delimiter = useCsvDelimiter();
  const { batchId, counts } = batch;
  const get = (which: 'all' | 'failed'): void => {
    const order = {
      batchId,
      reportId: crypto.randomUUID(),
      which,
      format,
      requisites: isWhole ? 'whole' : 'masked',
      delimiter,
      words: Object.fromEntries(REASON_KEYS.map((key) => [key, say(key)])),
    } as const;
    download.mutate((from) => callOrThrow(client, 'batch.report', { ...order, from }));
  };
  const failed = counts.rejected + counts.not_sent + counts.refused + counts.cancelled;
  return (
    <div className="row wrap middle gap-8 push">
      <May to="supervise">
        <CheckBox label={say('batch.report.whole')} checked={isWhole} onChange={setWhole} />
      </May>
      <select
        className="pill"
        aria-label={say('batch.report.format')}
        value={format}
        onChange={({ currentTarget }) => setFormat(currentTarget.value === 'csv' ? 'csv' : 'xlsx')}
      >
        {FORMATS.map((one) => (
          <option key={one} value={one}>
            {one.toUpperCase()}
          </option>
        ))}
      </select>
      <Button size="xs" variant="default" loading={download.isPending} onClick={() => get('all')}>
        {say('batch.report')}
      </Button>
      {failed > 0 && (
        <Button
          size="xs"
          variant="default"
          loading={download.isPending}
          onClick={() => get('failed')}
        >
          {say('batch.report.failed')}
        </Button>
      )}
      <ActionError error={download.error} />
    </div>
  );
}
