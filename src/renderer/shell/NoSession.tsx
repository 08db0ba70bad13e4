import type { ReactNode } from 'react';

import { useSay } from '../i18n/i18n.ts';
import styles from './FullPage.module.css';

/** `ended`: by the desk itself. `stranger`: whatever answers now is not the desk that opened this tab. */
export type NoSessionWhy = 'spent' | 'missing' | 'unreachable' | 'ended' | 'stranger';

type Props = { readonly why: NoSessionWhy };

/** What a spent, missing or forgotten link shows: what it is, and how to get a fresh one. */
export function NoSession({ why }: Props): ReactNode {
  const say = useSay();
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <p className="text-12 muted bold">{say('app.name')}</p>
        <h1 className="text-18 bold">{say(`session.${why}.title`)}</h1>
        <p>{say(`session.${why}.text`)}</p>
        <p>{say(why === 'unreachable' ? 'session.restart' : 'session.fresh')}</p>
      </div>
    </main>
  );
}
