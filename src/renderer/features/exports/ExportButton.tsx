import { IconCheck, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import type { LogQuery } from '#shared/domain/logSearch.ts';

import { useAction } from '../../client/actions.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { type Matches, matchesText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/Detail.tsx';
import { FloatingPanel } from '../../ui/FloatingPanel.tsx';
import { Choices } from './Choices.tsx';
import styles from './Export.module.css';
import { shareOf } from './exportText.ts';
import { Lost, Outcome } from './Outcome.tsx';
import { type Export, useExport } from './useExport.ts';

type Props = {
  /** What the table shows: exactly that is exported. */
  readonly query: LogQuery;
  /** Null: not known yet. */
  readonly matches: Matches | null;
};

/** Opens beneath itself; says in its own place how far a running export is. */
export function ExportButton({ query, matches }: Props): ReactNode {
  const say = useSay();
  const exporting = useExport();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => setOpen(false);
  useAction('export.open', () => setOpen(true));
  const said = progressText(exporting, say);
  const Icon = exporting.state?.state === 'done' ? IconCheck : IconDownload;
  return (
    <>
      <Button
        ref={opener}
        size="xs"
        variant="default"
        data-opens-panel=""
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        leftSection={<Icon size={14} aria-hidden="true" />}
      >
        {said ?? say('export.button')}
        {said === null && matches !== null && matches.count > 0 && (
          <span className={`${styles.count} muted`}>{matchesText(matches)}</span>
        )}
      </Button>
      {open && (
        <FloatingPanel
          opener={opener}
          id={id}
          label={say('export.title')}
          role="dialog"
          align="end"
          className={styles.panel}
          onClose={close}
        >
          <ExportPanel query={query} matches={matches} exporting={exporting} onClose={close} />
        </FloatingPanel>
      )}
    </>
  );
}

/** Null: none was started, or it left no file. */
function progressText({ state }: Export, say: Say): string | null {
  if (state?.state === 'running') {
    const share = shareOf(state);
    return share === null ? say('export.button.running') : say('export.button.share', { share });
  }
  if (state?.state === 'done') return say('export.button.done');
  return state?.state === 'failed' ? say('export.failed') : null;
}

type PanelProps = Props & { readonly exporting: Export; readonly onClose: () => void };

function ExportPanel({ query, matches, exporting, onClose }: PanelProps): ReactNode {
  const say = useSay();
  const content = useRef<HTMLDivElement>(null);
  const { state, trouble } = exporting;
  const phase = state?.state ?? (exporting.order === null ? 'choosing' : 'asking');
  // What was pressed goes away with the phase; the keyboard stays in the panel.
  useEffect(() => {
    content.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
  }, [phase]);
  return (
    <div ref={content} className="stack gap-12">
      <div className="row middle between gap-12">
        <h2 className="text-14 bold">{say('export.title')}</h2>
        <CloseButton onClose={onClose} />
      </div>
      {exporting.order === null && (
        <Choices query={query} matches={matches} exporting={exporting} />
      )}
      {state !== null && <Outcome state={state} exporting={exporting} />}
      {state === null && trouble !== null && <Lost trouble={trouble} exporting={exporting} />}
    </div>
  );
}
