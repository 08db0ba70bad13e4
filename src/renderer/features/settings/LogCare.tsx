import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import type { VerifyReport } from '#shared/domain/logHealth.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { dayTimeText } from '../../text/time.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Backups } from './Backups.tsx';
import { useVerifyLog } from './mutations.ts';
import styles from './Settings.module.css';

export function LogCare(): ReactNode {
  const say = useSay();
  const verify = useVerifyLog();
  return (
    <section className={styles.panel} aria-labelledby="log-title">
      <h2 id="log-title" className={styles.heading}>
        {say('settings.log')}
      </h2>
      <p className="muted">{say('settings.log.text')}</p>
      <div className={styles.buttons}>
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          {say('verify.do')}
        </Button>
        <span role="status" className={styles.working}>
          {verify.isPending && say('verify.running')}
        </span>
      </div>
      <ActionError error={verify.error} />
      {verify.data !== undefined && <Report report={verify.data} />}
      <Backups />
    </section>
  );
}

/** What was found, for what it is: a lost key or a recorded restore is not tampering. */
function Report({ report }: { readonly report: VerifyReport }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { verdict, key, anchorMissing } = report;
  const holds = verdict === 'holds';
  const seq = report.firstBadSeq ?? report.headSeq;
  const toneHolding = anchorMissing !== null ? 'unknown' : key === 'present' ? 'good' : 'calm';
  const tone = holds ? toneHolding : 'bad';
  return (
    <div role="status">
      <Notice tone={tone} title={say(`verify.${verdict}`, { count: report.events, seq })}>
        <p>{say(`verify.key.${key}`)}</p>
        {anchorMissing !== null && (
          <p>
            {say('verify.anchorMissing', {
              seq: anchorMissing.seq,
              time: dayTimeText(anchorMissing.at, language),
            })}
          </p>
        )}
        {report.restores.map((restore) => (
          <p key={restore.seq}>
            {say('verify.restored', {
              seq: restore.seq,
              time: dayTimeText(restore.at, language),
            })}
          </p>
        ))}
        {report.detail !== null && <p>{say('verify.detail', { detail: report.detail })}</p>}
      </Notice>
    </div>
  );
}
