import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { WordBadge } from '../../../ui/StateBadge.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import settings from '../Settings.module.css';
import styles from './Profiles.module.css';

/** The embedded provider's own set-up: to be seen, not to be changed. */
export function FixedSetUp({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const facts = [
    ['profile.address', profile.baseUrl],
    ['profile.merchant', profile.merchant],
    ['setUp.pattern', profile.orderPattern],
  ] as const;
  return (
    <div className={styles.fixed}>
      <Notice tone="calm">{say('profile.fixed.text')}</Notice>
      <dl className={settings.facts}>
        {facts.map(([word, value]) => (
          <div key={word} className={settings.fact}>
            <dt>{say(word)}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
        <div className={settings.fact}>
          <dt>{say('setUp.words')}</dt>
          <dd className={styles.fixedWords}>
            {profile.stateWords.map((known) => (
              <WordBadge key={known.word} word={known.word} known={known} />
            ))}
          </dd>
        </div>
      </dl>
    </div>
  );
}
