import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';

import type { Backup, VerifyReport } from '#shared/domain/logHealth.ts';

import { callOrThrow, type Mutation, useOperation } from '../../../client/operation.ts';
import { May, useClient, useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { useRestore, useRestoring } from '../../../client/health.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { backupKindText, restoringText } from '../../../text/logHealth.ts';
import { sizeText } from '../../../text/numbers.ts';
import { dayTimeText } from '../../../text/time.ts';
import { verifyWords } from '../../../text/verifyReport.ts';
import { ActionError, LoadError, Notice } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import form from '../../../ui/form/Form.module.css';
import { Block, Form, Panel } from '../../../ui/form/Parts.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Protect } from './Protect.tsx';
import { Retention } from './Retention.tsx';

export function LogCare(): ReactNode {
  const say = useSay();
  const verify = useOperation('log.verify');
  return (
    <Panel
      title={say('settings.log')}
      text={say('settings.log.text')}
      actions={
        <May to="verify">
          <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate({})}>
            {say('verify.do')}
          </Button>
        </May>
      }
    >
      <span role="status" className="live muted text-13">
        {verify.isPending && say('verify.running')}
      </span>
      <ActionError error={verify.error} />
      {verify.data !== undefined && <Report report={verify.data} />}
      <May to="restore">
        <Backups />
      </May>
      <May to="supervise">
        <Protect />
        <Retention />
      </May>
    </Panel>
  );
}

function Report({ report }: { readonly report: VerifyReport }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { tone, title, lines } = verifyWords(report, language, say);
  return (
    <div role="status">
      <Notice tone={tone} title={title}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    </div>
  );
}

function useBackups(): UseQueryResult<readonly Backup[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.backups,
    queryFn: () => callOrThrow(client, 'log.backups', {}),
    // The desk takes backups by itself.
    staleTime: 0,
  });
}

const useBackUp = (): Mutation<'log.backUp'> =>
  useOperation('log.backUp', (cache) => cache.invalidateQueries({ queryKey: KEYS.backups }));

function Backups(): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const backups = useBackups();
  const backUp = useBackUp();
  const [restoring, setRestoring] = useState<Backup | null>(null);
  return (
    <Block
      title={say('backup.title')}
      text={say('backup.text')}
      actions={
        <Button variant="default" loading={backUp.isPending} onClick={() => backUp.mutate({})}>
          {say('backup.now')}
        </Button>
      }
    >
      <span role="status" className="live good">
        {backUp.data !== undefined &&
          say('backup.taken', {
            name: backUp.data.name,
            size: sizeText(backUp.data.bytes, language, say),
          })}
      </span>
      <ActionError error={backUp.error} />
      {backups.error !== null && (
        <LoadError
          error={backups.error}
          retry={() => void backups.refetch()}
          retrying={backups.isFetching}
        />
      )}
      {backups.data?.length === 0 && <p className="muted">{say('backup.none')}</p>}
      {backups.data !== undefined && backups.data.length > 0 && (
        <BackupTable backups={backups.data} onRestore={setRestoring} />
      )}
      {restoring !== null && (
        <RestoreForm key={restoring.name} backup={restoring} onClose={() => setRestoring(null)} />
      )}
    </Block>
  );
}

/** More are shown when asked for: a large log has a segment for each day of many months. */
const SHOWN_AT_FIRST = 10;
const COLUMNS = ['time', 'kind', 'requests', 'head', 'size', 'action'] as const;

type TableProps = {
  readonly backups: readonly Backup[];
  readonly onRestore: (backup: Backup) => void;
};

function BackupTable({ backups, onRestore }: TableProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const [isWhole, setWhole] = useState(false);
  return (
    <div className={`${form.tableFrame} framed round-12`}>
      <table className={`${form.table} nowrap`}>
        <caption className="spoken">{say('backup.title')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                <span className={column === 'action' ? 'spoken' : undefined}>
                  {say(`backup.${column}`)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {backups.slice(0, isWhole ? undefined : SHOWN_AT_FIRST).map((backup) => {
            const time = dayTimeText(backup.takenAt, language);
            return (
              <tr key={backup.name}>
                <td title={backup.name}>{time}</td>
                <td>{backupKindText(backup, say)}</td>
                <td>{backup.requests}</td>
                <td>{backup.headSeq}</td>
                <td>{sizeText(backup.bytes, language, say)}</td>
                <td className="end">
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={say('backup.restoreNamed', { time })}
                    onClick={() => onRestore(backup)}
                  >
                    {say('backup.restore')}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {!isWhole && backups.length > SHOWN_AT_FIRST && (
        <Button size="compact-xs" variant="default" onClick={() => setWhole(true)}>
          {say('backup.showAll', { count: backups.length })}
        </Button>
      )}
    </div>
  );
}

type RestoreProps = { readonly backup: Backup; readonly onClose: () => void };

/** Typed, because issuing stops and a part of the log leaves the screen; it can be undone, because nothing is deleted. */
function RestoreForm({ backup, onClose }: RestoreProps): ReactNode {
  const say = useSay();
  const id = useId();
  const { language } = useDesk().settings;
  const restore = useRestore();
  const restoring = useRestoring();
  const [typed, setTyped] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const word = say('backup.confirm.word');
  const matches = typed.trim().toLocaleUpperCase(language) === word;
  const submit = (): void => {
    setSubmitted(true);
    if (!matches) {
      document.getElementById(id)?.focus();
      return;
    }
    restore.mutate({ name: backup.name }, { onSuccess: onClose });
  };
  return (
    <Form className="stack gap-12 pad-16 framed-control round-12 on-ground" onSubmit={submit}>
      <h4 className="text-14 bold breakable">
        {say('backup.confirm.title', { time: dayTimeText(backup.takenAt, language) })}
      </h4>
      <Notice tone="unknown">{say('backup.confirm.text')}</Notice>
      <TextField
        id={id}
        label={say('backup.confirm.field', { word })}
        error={submitted && !matches ? say('backup.confirm.mismatch', { word }) : null}
        value={typed}
        onText={setTyped}
      />
      <ActionError error={restore.error} />
      <div className="row wrap middle gap-8">
        <Button type="submit" loading={restore.isPending}>
          {say('backup.confirm.do')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {say('backup.confirm.cancel')}
        </Button>
        <span role="status" className="muted text-13">
          {restore.isPending && restoringText(restoring, say)}
        </span>
      </div>
    </Form>
  );
}
