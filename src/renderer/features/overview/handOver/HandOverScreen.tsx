import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { HandOverReport } from '#shared/domain/handOver.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { isBehind } from '../../../client/health.ts';
import { useAnswer } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { QueryError, Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useLasting } from '../../../ui/hooks.ts';
import { useHandOverText } from './FreeText.tsx';
import styles from './HandOver.module.css';
import { NextOperator } from './NextOperator.tsx';
import { NextPerson } from './NextPerson.tsx';
import { Report } from './Report.tsx';
import { reportText, whoText } from './reportText.ts';

/** Mostly it is there sooner. */
const SKELETON_AFTER_MS = 200;
/** Requests still come in while it is read. */
const READ_EVERY_MS = 15_000;

/** What one person tells the next: to be read, printed, or pasted into a chat. */
export function HandOverScreen(): ReactNode {
  const say = useSay();
  const { profile, session } = useDesk();
  const isPrivate = usePrivacy().on;
  const answer = useAnswer(
    'handOver.report',
    { profileId: profile.id },
    KEYS.handOver(profile.id),
    {
      staleTime: 0,
      refetchInterval: READ_EVERY_MS,
    },
  );
  const { data: report, error } = answer;
  const isSlow = useLasting(answer.isPending, SKELETON_AFTER_MS);
  const message = useHandOverText(report?.text ?? null);
  return (
    <div className="measure-wide stack gap-16">
      <Head report={report ?? null} />
      <div className={`${styles.columns} columns`}>
        <div className={`${styles.side} unprinted`}>
          {session.hasPeople ? <NextPerson message={message} /> : <NextOperator />}
        </div>
        <div className={`${styles.main} stack gap-16 narrow`}>
          {isPrivate && <Notice tone="calm">{say('handOver.private')}</Notice>}
          <QueryError of={answer} />
          {report !== undefined && isBehind(report.index) && (
            <Notice tone="unknown">
              {say('overview.behind', {
                indexed: countText(report.index.indexed),
                total: countText(report.index.total),
              })}
            </Notice>
          )}
          {report === undefined && isSlow && error === null && <Skeleton height={420} />}
          {report !== undefined && <Report report={report} message={message} />}
          <div className={styles.signed} aria-hidden="true">
            <p>{say('handOver.signed.by')}</p>
            <p>{say('handOver.signed.to')}</p>
          </div>
        </div>
      </div>
    </div>
  );
}

function Head({ report }: { readonly report: HandOverReport | null }): ReactNode {
  const say = useSay();
  const { profile, settings, session } = useDesk();
  const { language } = settings;
  const operator = session.person?.name ?? settings.operatorName;
  const about = { operator, profile: profile.name, language, isOfAll: session.hasPeople };
  return (
    <div className="row wrap top between gap-8">
      <div className="stack gap-2 narrow breakable">
        <h1 className="text-18 bold">{say('handOver.title')}</h1>
        <p className="medium">{whoText(report, about, say)}</p>
        {report !== null && (
          <p className="muted" title={fullTimeText(report.at, language)}>
            {say('handOver.when', {
              time: dayTimeText(report.at, language),
              from: dayTimeText(report.from, language),
            })}
          </p>
        )}
      </div>
      {report !== null && (
        <div className="row wrap gap-8 unprinted">
          <CopyButton
            label={say('handOver.copy')}
            text={reportText(report, about, say)}
            // It is about many requests, and hands none of them to a customer.
            onCopied={() => Promise.resolve(true)}
            locked={false}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPrinter size={14} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {say('handOver.print')}
          </Button>
        </div>
      )}
    </div>
  );
}
