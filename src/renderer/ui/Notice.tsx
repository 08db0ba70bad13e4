import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { failureOf } from '../client/operation.ts';
import { useSay } from '../i18n/i18n.ts';
import { actionFailureText, failureDetail, loadFailureText } from '../text/failures.ts';
import { Button } from './Button.tsx';
import styles from './Notice.module.css';

export type Tone = 'unknown' | 'bad' | 'calm' | 'good';

type Props = {
  readonly tone: Tone;
  readonly title?: string;
  readonly children: ReactNode;
  /** Said at once by screen readers. */
  readonly alert?: boolean;
  /** Null or false: none. */
  readonly actions?: ReactNode;
};

/** A panel with words: what happened, what did not, what to do. */
export function Notice({ tone, title, children, alert = false, actions }: Props): ReactNode {
  const hasActions = actions !== undefined && actions !== null && actions !== false;
  return (
    <div
      className={`${styles.notice} pad-12 ink breakable framed round-8 on-soft`}
      data-tone={tone}
      {...(alert ? { role: 'alert' } : {})}
    >
      {title !== undefined && <p className="bold">{title}</p>}
      <div className={`${styles.text} regular`}>{children}</div>
      {hasActions && <div className="row wrap gap-8 above-8">{actions}</div>}
    </div>
  );
}

/** Beside the button that failed: what was not done, and why. */
export function ActionError({ error }: { readonly error: Error | null }): ReactNode {
  const say = useSay();
  if (error === null) return null;
  const failure = failureOf(error);
  const detail = failureDetail(failure);
  return (
    <Notice tone="bad" alert>
      <p>{actionFailureText(failure, say)}</p>
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
    </Notice>
  );
}

type QueryProps = {
  readonly of: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
};

/** Of a query that failed; nothing while it did not. */
export function QueryError({ of }: QueryProps): ReactNode {
  if (of.error === null) return null;
  return <LoadError error={of.error} retry={() => void of.refetch()} retrying={of.isFetching} />;
}

type LoadErrorProps = {
  readonly error: Error;
  readonly retry: () => void;
  readonly retrying: boolean;
};

/** What stands in place of content that could not be loaded. */
export function LoadError({ error, retry, retrying }: LoadErrorProps): ReactNode {
  const say = useSay();
  const failure = failureOf(error);
  const detail = failureDetail(failure);
  return (
    <Notice
      tone="bad"
      alert
      title={say('failure.load')}
      actions={
        <Button size="xs" variant="default" onClick={retry} loading={retrying}>
          {say('app.retry')}
        </Button>
      }
    >
      <p>{loadFailureText(failure, say)}</p>
      {detail !== null && <p className="mono">{say('failure.detail', { detail })}</p>}
    </Notice>
  );
}

type SignatureProps = {
  /** Addresses of the profile's own. */
  readonly secret: string;
  readonly lab: string;
};

/** After an HTTP 401, of whatever request: what makes the signature, and where it can be tried. */
export function SignatureRefused({ secret, lab }: SignatureProps): ReactNode {
  const say = useSay();
  return (
    <p>
      {say('signatureRefused.text')} <Link href={secret}>{say('profile.tab.secret')}</Link>
      {' · '}
      <Link href={lab}>{say('lab.title')}</Link>
    </p>
  );
}
