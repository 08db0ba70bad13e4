import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { ExportState } from '#shared/domain/logExport.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import { download } from '../../client/download.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { verifyExportCommand } from '../../text/commands.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import styles from './Export.module.css';
import { mostXlsxRowsText, shareOf } from './exportText.ts';
import type { Export } from './useExport.ts';

type Props = { readonly state: ExportState; readonly exporting: Export };

/** How far it is, or how it ended: the file and its proof, or what happened, what was not done, what to do. */
export function Outcome({ state, exporting }: Props): ReactNode {
  const say = useSay();
  const another = <Another exporting={exporting} />;
  if (state.state === 'running') return <Running state={state} exporting={exporting} />;
  if (state.state === 'done' && state.file !== null) {
    return <Done state={state} file={state.file} another={another} />;
  }
  if (state.state === 'cancelled' || state.problem === null) {
    return (
      <Notice tone="calm" title={say('export.cancelled')} actions={another}>
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
          <OtherWay code={code} exporting={exporting} />
          {another}
        </>
      }
    >
      <p>{say(`export.problem.${code}`, { most: mostXlsxRowsText })}</p>
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
      <ActionError error={exporting.startError} />
    </Notice>
  );
}

function Running({ state, exporting: { cancelling } }: Props): ReactNode {
  const say = useSay();
  const { written, total } = state;
  const share = shareOf(state);
  const text =
    total === null
      ? say('export.counting', { written: countText(written) })
      : say('export.written', { written: countText(written), total: countText(total) });
  return (
    <div className="stack gap-12 narrow">
      <div className="stack gap-6">
        <p className="row between gap-12 medium">
          <span>{text}</span>
          {share !== null && <span className="muted">{`${share}\u00a0%`}</span>}
        </p>
        <div
          role="progressbar"
          aria-label={say('export.title')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuetext={text}
          {...(share === null ? {} : { 'aria-valuenow': share })}
          className={share === null ? `progress ${styles.counting}` : 'progress'}
        >
          <div style={{ inlineSize: `${share ?? 0}%` }} />
        </div>
      </div>
      <ActionError error={cancelling.error} />
      <div className="row wrap middle gap-8">
        <Button
          size="xs"
          variant="default"
          loading={cancelling.isPending}
          onClick={() => cancelling.mutate(state.exportId)}
        >
          {say('export.cancel')}
        </Button>
        <p className="text-12 muted">{say('export.leave')}</p>
      </div>
    </div>
  );
}

type DoneProps = {
  readonly state: ExportState;
  readonly file: string;
  readonly another: ReactNode;
};

/** Electron shows the file where it is; a browser, which may not, takes a copy of it. */
function Done({ state, file, another }: DoneProps): ReactNode {
  const say = useSay();
  const client = useClient();
  const { exportId, written } = state;
  const isElectron = useDesk().info.host.kind === 'electron';
  const getting = useMutation({
    mutationFn: async () => {
      if (isElectron) await callOrThrow(client, 'export.show', { exportId });
      else await download((from) => callOrThrow(client, 'export.read', { exportId, from }));
    },
  });
  return (
    <div className="stack gap-12 narrow">
      <p className="good bold" role="status">
        {say('export.done', { count: written, shown: countText(written) })}
      </p>
      <div className="row wrap middle gap-8">
        <Button size="xs" loading={getting.isPending} onClick={() => getting.mutate()}>
          {say(isElectron ? 'export.show' : 'export.download')}
        </Button>
        {another}
      </div>
      <ActionError error={getting.error} />
      <p className="text-12 mono breakable">{file}</p>
      <p className="text-12 muted">{say('export.proof')}</p>
      <div className="row wrap gap-8">
        <CopyButton label={say('export.copyPath')} text={file} />
        <CopyButton label={say('export.copyCommand')} text={verifyExportCommand(file)} />
      </div>
    </div>
  );
}

type OtherProps = {
  readonly code: NonNullable<ExportState['problem']>['code'];
  readonly exporting: Export;
};

/** CSV where Excel is too small; another folder where a host with the system's own dialog can ask for one. */
function OtherWay({ code, exporting: { order, start, isStarting } }: OtherProps): ReactNode {
  const say = useSay();
  const isElectron = useDesk().info.host.kind === 'electron';
  const isTooMany = code === 'too_many_rows';
  const isFolder = code === 'folder_denied' || code === 'cannot_write';
  if (order === null || !(isTooMany || (isFolder && isElectron))) return null;
  // A folder that was asked for is the one in use by now.
  const { exportId: _, elsewhere: _elsewhere, ...wish } = order;
  return (
    <Button
      size="xs"
      loading={isStarting}
      onClick={() => start(isTooMany ? { ...wish, format: 'csv' } : { ...wish, elsewhere: true })}
    >
      {say(isTooMany ? 'export.asCsv' : 'export.elsewhere')}
    </Button>
  );
}

type LostProps = { readonly trouble: Error; readonly exporting: Export };

/** The outcome is unknown: the desk was restarted, or does not answer. */
export function Lost({ trouble, exporting }: LostProps): ReactNode {
  return (
    <div className="stack gap-12 narrow">
      <ActionError error={trouble} />
      <div>
        <Another exporting={exporting} />
      </div>
    </div>
  );
}

function Another({ exporting }: Pick<LostProps, 'exporting'>): ReactNode {
  const say = useSay();
  return (
    <Button size="xs" variant="default" onClick={exporting.forget}>
      {say('export.another')}
    </Button>
  );
}
