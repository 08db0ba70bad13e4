import { Component, type ReactNode } from 'react';

import { useSay } from '../i18n/i18n.ts';
import { Button } from '../ui/Button.tsx';
import styles from './FullPage.module.css';

/** `ended`: by the desk itself. `stranger`: whatever answers now is not the desk that opened this tab. */
export type NoSessionWhy = 'spent' | 'missing' | 'unreachable' | 'ended' | 'stranger';

/** What a spent, missing or forgotten link shows: what it is, and how to get a fresh one. */
export function NoSession({ why }: { readonly why: NoSessionWhy }): ReactNode {
  const say = useSay();
  return (
    <main className={styles.page}>
      <div className={`${styles.box} panel stack gap-12`}>
        <p className="text-12 muted bold">{say('app.name')}</p>
        <h1 className="text-18 bold">{say(`session.${why}.title`)}</h1>
        <p>{say(`session.${why}.text`)}</p>
        <p>{say(why === 'unreachable' ? 'session.restart' : 'session.fresh')}</p>
      </div>
    </main>
  );
}

type Props = { readonly children: ReactNode };
type State = { readonly error: Error | null };

/** A bug in drawing must not look like an answer about money. */
export class Broken extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <BrokenPage detail={this.state.error.message} />
    );
  }
}

function BrokenPage({ detail }: { readonly detail: string }): ReactNode {
  const say = useSay();
  return (
    <main className={styles.page}>
      <div className={`${styles.box} panel stack gap-12`} role="alert">
        <h1 className="text-18 bold">{say('app.broken.title')}</h1>
        <p>{say('app.broken.text')}</p>
        <p className="mono muted">{say('failure.detail', { detail })}</p>
        <Button onClick={() => location.reload()}>{say('app.reload')}</Button>
      </div>
    </main>
  );
}
