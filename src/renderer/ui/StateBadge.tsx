import type { ReactNode } from 'react';

import { type DepositRequest, isUnresolved } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { type Say, useSay } from '../i18n/i18n.ts';
import styles from './StateBadge.module.css';

type Props = { readonly request: DepositRequest; readonly short?: boolean };

/** The outcome in a word and a colour; an accepted one carries the provider's own word. */
export function StateBadge({ request, short = false }: Props): ReactNode {
  const say = useSay();
  return (
    <span className={styles.badge} data-outcome={request.outcome} data-open={isUnresolved(request)}>
      {wordOf(request, short, say)}
    </span>
  );
}

function wordOf(request: DepositRequest, short: boolean, say: Say): string {
  switch (request.outcome) {
    case 'accepted':
      return request.answer.record.state;
    case 'unknown': {
      const word = request.resolution?.kind ?? 'unknown';
      return say(short ? `state.${word}Short` : `state.${word}`);
    }
    case 'prepared':
    case 'sending':
    case 'rejected':
    case 'not_sent':
      return say(`state.${request.outcome}`);
    default:
      return assertNever(request);
  }
}
