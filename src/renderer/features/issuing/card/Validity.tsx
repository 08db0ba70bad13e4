import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { clockText } from '../../../text/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './Validity.module.css';
import { useValidity } from './validity.ts';

/** Not a live region: a screen reader would read the clock aloud every second. */
export function ValidityLine({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const validity = useValidity(request);
  if (validity === null || request.outcome !== 'accepted') return null;
  const { state, until, left } = validity;
  return (
    <p className={styles.line} data-state={state}>
      {say(`valid.${state}`, { time: clockText(until), left })}
    </p>
  );
}

/** Copying after the end is asked once more, for this look at the card. */
export function ValidityEnded({
  until,
  onGoOn,
}: {
  readonly until: string;
  readonly onGoOn: () => void;
}): ReactNode {
  const say = useSay();
  return (
    <Notice
      tone="unknown"
      title={say('valid.ended', { time: clockText(until) })}
      actions={
        <Button size="xs" variant="default" onClick={onGoOn}>
          {say('valid.goOn')}
        </Button>
      }
    >
      {say('valid.ended.text')}
    </Notice>
  );
}
