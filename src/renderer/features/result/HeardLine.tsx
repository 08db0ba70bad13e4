import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../i18n/i18n.ts';
import { heardText } from '../../text/callbacks.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ResultCard.module.css';

/** What the provider last said of it by itself; where nothing should exist there, that is worth more than a line. */
export function HeardLine({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { heard, outcome } = request;
  if (heard === undefined) return null;
  if (outcome === 'rejected' || outcome === 'not_sent') {
    return (
      <Notice tone="unknown" title={say('heard.odd.title')}>
        <p>{heardText(heard, say)}</p>
        <p>{say('heard.odd.text')}</p>
      </Notice>
    );
  }
  return <p className={styles.facts}>{heardText(heard, say)}</p>;
}
