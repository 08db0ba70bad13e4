import type { ReactNode } from 'react';

import { failureOf } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { clockText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError, Notice } from '../../ui/Notice.tsx';
import { causeText, codeIn } from './standing.ts';

type Props = {
  readonly of: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly dataUpdatedAt: number;
    readonly refetch: () => Promise<unknown>;
  };
};

/** Above the team's log when the server does not answer: what is shown is of then, and this desk's own still works. */
export function Away({ of }: Props): ReactNode {
  const say = useSay();
  if (of.error === null) return null;
  const failure = failureOf(of.error);
  if (failure.code !== 'team_unreachable' && failure.code !== 'team_refused') {
    return <LoadError error={of.error} retry={() => void of.refetch()} retrying={of.isFetching} />;
  }
  const code = codeIn('detail' in failure ? failure.detail : null);
  return (
    <div className="below-12">
      <Notice
        tone="unknown"
        alert
        title={say('team.away.title')}
        actions={
          <>
            <Button size="xs" href="/log">
              {say('team.away.desk')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-busy={of.isFetching}
              onClick={() => void of.refetch()}
            >
              {say('app.retry')}
            </Button>
          </>
        }
      >
        {code !== null && <p>{causeText(code, say)}</p>}
        <p>{say('team.away.text')}</p>
        {of.dataUpdatedAt > 0 && (
          <p>
            {say('team.away.asOf', { time: clockText(new Date(of.dataUpdatedAt).toISOString()) })}
          </p>
        )}
      </Notice>
    </div>
  );
}
