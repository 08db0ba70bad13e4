import type { ReactNode } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Appearance } from './Appearance.tsx';
import { Keychain } from './Keychain.tsx';
import { LogCare } from './LogCare.tsx';
import { Messages } from './Messages.tsx';
import { Notifications } from './Notifications.tsx';
import { OperatorName } from './OperatorName.tsx';
import { Profiles } from './profiles/Profiles.tsx';
import styles from './Settings.module.css';

export function SettingsScreen(): ReactNode {
  const say = useSay();
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{say('settings.title')}</h1>
      <Profiles />
      <OperatorName />
      <Appearance />
      <Messages />
      <Notifications />
      <Keychain />
      <LogCare />
      <About />
    </div>
  );
}

function About(): ReactNode {
  const say = useSay();
  const { info } = useDesk();
  const facts = [
    ['settings.version', info.version],
    ['settings.host', say(`settings.host.${info.host.kind}`)],
    ['settings.data', info.dataDir],
  ] as const;
  return (
    <section className={styles.panel} aria-labelledby="about-title">
      <h2 id="about-title" className={styles.heading}>
        {say('settings.about')}
      </h2>
      <dl className={styles.facts}>
        {facts.map(([word, value]) => (
          <div key={word} className={styles.fact}>
            <dt>{say(word)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
