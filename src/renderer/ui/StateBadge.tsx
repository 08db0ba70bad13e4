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
    <OutcomeBadge outcome={request.outcome} isOpen={isUnresolved(request)}>
      {wordOf(request, short, say)}
    </OutcomeBadge>
  );
}

type BadgeProps = {
  readonly outcome: DepositRequest['outcome'];
  /** Without an answer, and nobody has found out yet. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
};

/** The look alone, where no whole request is at hand. */
export function OutcomeBadge({ outcome, isOpen, children }: BadgeProps): ReactNode {
  return (
    <span className={styles.badge} data-outcome={outcome} data-open={isOpen}>
      {children}
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
