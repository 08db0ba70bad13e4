import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { SaveDiagnostics } from './SaveDiagnostics.tsx';
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
