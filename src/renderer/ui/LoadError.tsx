import type { ReactNode } from 'react';

import { failureOf } from '../client/failureError.ts';
import { useSay } from '../i18n/i18n.ts';
import { failureDetail, loadFailureText } from '../text/failures.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

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

type Props = { readonly error: Error; readonly retry: () => void; readonly retrying: boolean };

/** What stands in place of content that could not be loaded. */
export function LoadError({ error, retry, retrying }: Props): ReactNode {
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
