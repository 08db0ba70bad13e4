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
import form from '../../../ui/form/Form.module.css';
import { Facts, Panel } from '../../../ui/form/Parts.tsx';
import { ActionError } from '../../../ui/Notice.tsx';
import styles from './About.module.css';
import { type Licence, licences } from './licences.ts';

/** What the support team asks for: which version, where it runs, where its data is. */
export function AboutPage(): ReactNode {
  const say = useSay();
  const { host, updates, version, dataDir } = useDesk().info;
  const live =
    host.kind === 'loopback' ? ` ${say(host.live ? 'about.live' : 'about.notLive')}` : '';
  return (
    <>
      <Panel title={say('command.about.open')}>
        <Facts
          rows={[
            [say('about.version'), <span className="mono">{version}</span>],
            [say('about.host'), `${say(`about.host.${host.kind}`)}${live}`],
            [say('about.dataDir'), <span className="mono">{dataDir}</span>],
            [
              say('about.updates'),
              updates.state === 'on'
                ? say('about.updates.on', { channel: updates.channel })
                : say('about.updates.off'),
            ],
            [say('about.licence'), say('about.licence.own')],
          ]}
        />
        <p>
          {say('about.local')} <Link href="/help">{say('command.help.open')}</Link>
        </p>
      </Panel>
      <Panel title={say('diagnostics.title')} text={say('diagnostics.text')}>
        <SaveDiagnostics />
      </Panel>
      <Panel title={say('about.made', { count: licences.length })}>
        <ul className={form.list}>
          {licences.map((licence) => (
            <li key={`${licence.name}@${licence.version}`}>
              <OneLicence licence={licence} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function OneLicence({ licence }: { readonly licence: Licence }): ReactNode {
  const line = (
    <>
      <span className="medium">{licence.name}</span>{' '}
      <span className="muted">{licence.version}</span>{' '}
      <span className={styles.kind}>{licence.licence}</span>
    </>
  );
  if (licence.text === '') return <p className="pad-8-12">{line}</p>;
  return (
    <details>
      <summary className="pad-8-12 hand">{line}</summary>
      <p className={`${styles.text} muted mono breakable`}>{licence.text}</p>
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
