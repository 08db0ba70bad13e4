import type { ReactNode } from 'react';

import type { ExportState } from '#shared/domain/logExport.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { verifyExportCommand } from '../../text/commands.ts';
import { countText } from '../../text/numbers.ts';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import styles from './Export.module.css';
import { mostXlsxRowsText } from './exportText.ts';
import type { Export } from './useExport.ts';

type Props = { readonly state: ExportState; readonly exporting: Export };

/** How it ended: the file and its proof, or what happened, what was not done, what to do. */
export function Outcome({ state, exporting }: Props): ReactNode {
  const say = useSay();
  if (state.state === 'done' && state.file !== null) {
    return <Done rows={state.written} file={state.file} forget={exporting.forget} />;
  }
  if (state.state === 'cancelled' || state.problem === null) {
    return (
      <Notice
        tone="calm"
        title={say('export.cancelled')}
        actions={<Another forget={exporting.forget} />}
      >
        {say('export.cancelled.text')}
      </Notice>
    );
  }
  const { code, detail } = state.problem;
  return (
    <Notice
      tone="bad"
      alert
      title={say('export.failed')}
      actions={
        <>
          {code === 'too_many_rows' && <AsCsv exporting={exporting} />}
          {(code === 'folder_denied' || code === 'cannot_write') && (
            <Elsewhere exporting={exporting} />
          )}
          <Another forget={exporting.forget} />
        </>
      }
    >
      <p>{say(`export.problem.${code}`, { most: mostXlsxRowsText })}</p>
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
      <ActionError error={exporting.startError} />
    </Notice>
  );
}

type LostProps = { readonly trouble: Error; readonly exporting: Export };

/** The outcome is unknown: the desk was restarted, or does not answer. */
export function Lost({ trouble, exporting }: LostProps): ReactNode {
  return (
    <div className="stack gap-12 narrow">
      <ActionError error={trouble} />
      <div className="row wrap middle gap-8">
        <Another forget={exporting.forget} />
      </div>
    </div>
  );
}

type DoneProps = {
  readonly rows: number;
  readonly file: string;
  readonly forget: () => void;
};

function Done({ rows, file, forget }: DoneProps): ReactNode {
  const say = useSay();
  const command = verifyExportCommand(file);
  return (
    <div className="stack gap-12 narrow">
      <p className="good bold" role="status">
        {say('export.done', { count: rows, shown: countText(rows) })}
      </p>
      <dl className="stack gap-8">
        <Fact name={say('export.file')} text={file} copy={say('export.copyPath')} />
        <Fact name={say('export.proof')} text={say('export.proof.text')} />
        <Fact name={say('export.check')} text={command} copy={say('export.copyCommand')} />
      </dl>
      <div className="row wrap middle gap-8">
        <Another forget={forget} />
      </div>
    </div>
  );
}

type FactProps = {
  readonly name: string;
  readonly text: string;
  /** The name of the button that copies it; without one it is read only. */
  readonly copy?: string;
};

function Fact({ name, text, copy }: FactProps): ReactNode {
  return (
    <div className={styles.fact}>
      <dt className="text-12 bold muted">{name}</dt>
      <dd className={copy === undefined ? '' : 'mono'}>{text}</dd>
      {copy !== undefined && (
        <dd>
          {/* The clipboard gets a path, not a requisite: the copy is not recorded. */}
          <CopyButton
            label={copy}
            text={text}
            locked={false}
            onCopied={() => Promise.resolve(true)}
          />
        </dd>
      )}
    </div>
  );
}

function Another({ forget }: { readonly forget: () => void }): ReactNode {
  const say = useSay();
  return (
    <Button size="xs" variant="default" onClick={forget}>
      {say('export.another')}
    </Button>
  );
}

/** Only a host with the system's own dialog can ask where. */
function Elsewhere({ exporting }: { readonly exporting: Export }): ReactNode {
  const say = useSay();
  const { host } = useDesk().info;
  const { order, start, isStarting } = exporting;
  if (order === null || host.kind !== 'electron') return null;
  const { exportId: _, ...wish } = order;
  return (
    <Button size="xs" loading={isStarting} onClick={() => start({ ...wish, elsewhere: true })}>
      {say('export.elsewhere')}
    </Button>
  );
}

function AsCsv({ exporting }: { readonly exporting: Export }): ReactNode {
  const say = useSay();
  const { order, start, isStarting } = exporting;
  if (order === null) return null;
  // A folder that was asked for is the one in use by now.
  const { exportId: _, elsewhere: _elsewhere, ...wish } = order;
  return (
    <Button size="xs" loading={isStarting} onClick={() => start({ ...wish, format: 'csv' })}>
      {say('export.asCsv')}
    </Button>
  );
}
