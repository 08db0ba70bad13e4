import { IconCheck, IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import type { LogQuery } from '#shared/domain/logSearch.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ESCAPE_NAME } from '../../ui/keys.ts';
import { Choices } from './Choices.tsx';
import styles from './Export.module.css';
import { Lost, Outcome } from './Outcome.tsx';
import { Running } from './Running.tsx';
import { shareOf } from './share.ts';
import { type Export, useExport } from './useExport.ts';
import { usePressOutside } from './usePressOutside.ts';
import { type Matches, matchesText } from './whatText.ts';

type Props = {
  /** What the table shows: exactly that is exported. */
  readonly query: LogQuery;
  /** Null: not known yet. */
  readonly matches: Matches | null;
};

/** Opens beneath itself; says in its own place how far a running export is. */
export function ExportButton({ query, matches }: Props): ReactNode {
  const exporting = useExport();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  usePressOutside(place, open, () => setOpen(false));
  return (
    <div
      className={styles.place}
      ref={place}
      onKeyDown={(event) => {
        if (event.code !== 'Escape' || !open) return;
        // The opened request would close too.
        event.stopPropagation();
        close();
      }}
    >
      <Button
        ref={button}
        size="xs"
        variant="default"
        className={styles.button}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => (open ? close() : setOpen(true))}
        leftSection={<ButtonIcon exporting={exporting} />}
      >
        <Label exporting={exporting} matches={matches} />
      </Button>
      {open && (
        <ExportPanel
          id={panelId}
          query={query}
          matches={matches}
          exporting={exporting}
          onClose={close}
        />
      )}
    </div>
  );
}

function ButtonIcon({ exporting }: { readonly exporting: Export }): ReactNode {
  if (exporting.state?.state === 'done') return <IconCheck size={14} aria-hidden="true" />;
  return <IconDownload size={14} aria-hidden="true" />;
}

type LabelProps = { readonly exporting: Export; readonly matches: Matches | null };

function Label({ exporting, matches }: LabelProps): ReactNode {
  const say = useSay();
  const { state } = exporting;
  if (state?.state === 'running') {
    const share = shareOf(state);
    return share === null ? say('export.button.running') : say('export.button.share', { share });
  }
  if (state?.state === 'done') return say('export.button.done');
  if (state?.state === 'failed') return say('export.button.failed');
  return (
    <>
      {say('export.button')}
      {matches !== null && matches.count > 0 && (
        <span className={styles.count}>{matchesText(matches)}</span>
      )}
    </>
  );
}

type PanelProps = Props & {
  readonly id: string;
  readonly exporting: Export;
  readonly onClose: () => void;
};

function ExportPanel({ id, query, matches, exporting, onClose }: PanelProps): ReactNode {
  const say = useSay();
  const panel = useRef<HTMLElement>(null);
  const { state, trouble } = exporting;
  const phase = state?.state ?? (exporting.order === null ? 'choosing' : 'asking');
  // What was pressed goes away with the phase; the keyboard stays in the panel.
  useEffect(() => {
    panel.current?.focus();
  }, [phase]);
  return (
    <section
      id={id}
      ref={panel}
      tabIndex={-1}
      role="dialog"
      aria-label={say('export.title')}
      className={styles.panel}
    >
      <div className="row middle between gap-12">
        <h2 className="text-14 bold">{say('export.title')}</h2>
        <button type="button" className={styles.close} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
          {say('export.close')}
          <KeyCap>{ESCAPE_NAME}</KeyCap>
        </button>
      </div>
      {exporting.order === null && (
        <Choices query={query} matches={matches} exporting={exporting} />
      )}
      {state?.state === 'running' && <Running state={state} cancelling={exporting.cancelling} />}
      {state !== null && state.state !== 'running' && (
        <Outcome state={state} exporting={exporting} />
      )}
      {state === null && trouble !== null && <Lost trouble={trouble} exporting={exporting} />}
    </section>
  );
}
