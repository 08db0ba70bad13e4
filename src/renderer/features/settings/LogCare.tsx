import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import type { VerifyReport } from '#shared/domain/logHealth.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { verifyWords } from '../../text/verifyReport.ts';
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

function Report({ report }: { readonly report: VerifyReport }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { tone, title, lines } = verifyWords(report, language, say);
  return (
    <div role="status">
      <Notice tone={tone} title={title}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    </div>
  );
}
