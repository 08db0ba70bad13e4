import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useAction } from '../../../client/actions.ts';
import { useClient, useDesk } from '../../../client/deskContext.ts';
import { FailureError, callOrThrow } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { sizeText } from '../../../text/numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { ActionError } from '../../../ui/Notice.tsx';
import styles from './About.module.css';
import { type Licence, licences } from './licences.ts';

/** What the support team asks for: which version, where it runs, where its data is. */
export function AboutScreen(): ReactNode {
  const say = useSay();
  const { info } = useDesk();
  return (
    <div className={styles.page}>
      <h1 className="text-18 bold">{say('command.about.open')}</h1>
      <section className="panel stack gap-12 pad-20" aria-label={say('command.about.open')}>
        <dl className={styles.facts}>
          <dt>{say('about.version')}</dt>
          <dd className="mono">{info.version}</dd>
          <dt>{say('about.host')}</dt>
          <dd>
            {say(`about.host.${info.host.kind}`)}
            {info.host.kind === 'loopback' &&
              ` ${say(info.host.live ? 'about.live' : 'about.notLive')}`}
          </dd>
          <dt>{say('about.dataDir')}</dt>
          <dd className="mono breakable">{info.dataDir}</dd>
          <dt>{say('about.updates')}</dt>
          <dd>
            {info.updates.state === 'on'
              ? say('about.updates.on', { channel: info.updates.channel })
              : say('about.updates.off')}
          </dd>
          <dt>{say('about.licence')}</dt>
          <dd>{say('about.licence.own')}</dd>
        </dl>
        <p>
          {say('about.local')} <Link href="/help">{say('command.help.open')}</Link>
        </p>
      </section>
      <section className="panel stack gap-12 pad-20" aria-labelledby="diagnostics-title">
        <h2 id="diagnostics-title" className="text-14 bold">
          {say('diagnostics.title')}
        </h2>
        <SaveDiagnostics />
      </section>
      <section className="panel stack gap-12 pad-20" aria-labelledby="licences-title">
        <h2 id="licences-title" className="text-14 bold">
          {say('about.made', { count: licences.length })}
        </h2>
        <ul className={styles.list}>
          {licences.map((licence) => (
            <li key={`${licence.name}@${licence.version}`}>
              <OneLicence licence={licence} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function OneLicence({ licence }: { readonly licence: Licence }): ReactNode {
  const line = (
    <>
      <span className="medium">{licence.name}</span>{' '}
      <span className={styles.version}>{licence.version}</span>{' '}
      <span className={styles.kind}>{licence.licence}</span>
    </>
  );
  if (licence.text === '') return <p className={styles.line}>{line}</p>;
  return (
    <details>
      <summary className={styles.line}>{line}</summary>
      <p className={styles.text}>{licence.text}</p>
    </details>
  );
}

/** The clipboard gets a path, not a requisite: the copy is not recorded. */
const notRecorded = (): Promise<boolean> => Promise.resolve(true);

/** The diagnostics file, and where it was saved. */
function SaveDiagnostics(): ReactNode {
  const say = useSay();
  const client = useClient();
  const { settings, info } = useDesk();
  const saving = useMutation({
    mutationFn: (elsewhere: boolean) => callOrThrow(client, 'diagnostics.save', { elsewhere }),
  });
  const save = (): void => {
    if (!saving.isPending) saving.mutate(false);
  };
  useAction('diagnostics.save', save);
  const isDenied =
    saving.error instanceof FailureError && saving.error.failure.code === 'folder_denied';
  return (
    <>
      <p>{say('diagnostics.text')}</p>
      <div className="row wrap middle gap-8">
        <Button size="xs" variant="default" loading={saving.isPending} onClick={save}>
          {say('command.diagnostics.save')}
        </Button>
        {isDenied && info.host.kind === 'electron' && (
          <Button size="xs" onClick={() => saving.mutate(true)}>
            {say('export.elsewhere')}
          </Button>
        )}
        {saving.data !== undefined && (
          <CopyButton
            label={say('export.copyPath')}
            text={saving.data.file}
            locked={false}
            onCopied={notRecorded}
          />
        )}
      </div>
      <div role="status">
        {saving.data !== undefined && (
          <p className="muted">
            {say('diagnostics.saved', {
              size: sizeText(saving.data.bytes, settings.language, say),
            })}{' '}
            <span className="mono breakable">{saving.data.file}</span>
          </p>
        )}
      </div>
      <ActionError error={saving.error} />
    </>
  );
}
