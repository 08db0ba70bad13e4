import { type ReactNode, useState } from 'react';

import { EXPORT_FORMATS, type ExportOrder } from '#shared/domain/logExport.ts';
import type { LogQuery } from '#shared/domain/logSearch.ts';

import { useCsvDelimiter } from '../../client/csvDelimiter.ts';
import { useMay } from '../../client/deskContext.ts';
import { useProtection } from '../../client/protection.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { Matches } from '../../text/numbers.ts';
import { ActionError } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { isTooMany, mostXlsxRowsText, whatText } from './exportText.ts';
import type { Export } from './useExport.ts';

type Props = {
  readonly query: LogQuery;
  readonly matches: Matches | null;
  readonly exporting: Export;
};

/** Requisites are masked anew each time: to take whole ones is decided for one file. */
export function Choices({ query, matches, exporting }: Props): ReactNode {
  const say = useSay();
  const { last } = exporting;
  const mayTakeWhole = useMay('supervise');
  const isProtected = useProtection().data?.state === 'on';
  const [format, setFormat] = useState<ExportOrder['format']>(
    last?.format ?? (isTooMany(matches, 'xlsx') ? 'csv' : 'xlsx'),
  );
  const [delimiter, setDelimiter] = useState<ExportOrder['delimiter']>(useCsvDelimiter());
  const [requisites, setRequisites] = useState<ExportOrder['requisites']>('masked');
  const tooMany = isTooMany(matches, format);
  const start = (): void => exporting.start({ query, format, delimiter, requisites });
  return (
    <form
      className="stack gap-12 narrow"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <p className="medium">{whatText(matches, say)}</p>
      <Segments
        id="export-format"
        label={say('export.format')}
        value={format}
        options={EXPORT_FORMATS.map((value) => ({ value, label: say(`export.format.${value}`) }))}
        onChange={setFormat}
        hint={say(`export.format.${format}.hint`)}
        error={tooMany ? say('export.tooMany', { most: mostXlsxRowsText }) : null}
      />
      {format === 'csv' && (
        <Segments
          id="export-delimiter"
          label={say('export.delimiter')}
          value={delimiter}
          options={(['comma', 'semicolon'] as const).map((value) => ({
            value,
            label: say(`export.delimiter.${value}`),
          }))}
          onChange={setDelimiter}
          hint={say('export.delimiter.hint')}
        />
      )}
      <Segments
        id="export-requisites"
        label={say('export.requisites')}
        value={requisites}
        options={(['masked', 'whole'] as const)
          .filter((value) => value === 'masked' || mayTakeWhole)
          .map((value) => ({ value, label: say(`export.requisites.${value}`) }))}
        onChange={setRequisites}
        hint={say('export.requisites.masked.hint')}
        warning={requisites === 'whole' ? say('export.requisites.whole.hint') : null}
      />
      <ActionError error={exporting.startError} />
      <Button
        type="submit"
        loading={exporting.isStarting}
        disabled={tooMany || matches?.count === 0}
        fullWidth
      >
        {say(requisites === 'whole' ? 'export.start.whole' : 'export.button')}
      </Button>
      {isProtected && <p className="text-12 muted">{say('protect.export')}</p>}
      <p className="text-12 muted">{say('export.fine')}</p>
    </form>
  );
}
