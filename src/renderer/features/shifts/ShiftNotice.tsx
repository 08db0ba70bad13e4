import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { isLongOpen } from '#shared/domain/personShift.ts';

import { useDesk, useMay } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { shortTimeText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/hooks.ts';
import { useShiftState } from './queries.ts';

const HAND_OVER = '/hand-over';
const NOW_EVERY_MS = 60_000;

/** On every screen: a hand-over of another person waits, or one's own shift was left open. */
export function ShiftNotice(): ReactNode {
  const say = useSay();
  const [location] = useLocation();
  const nowMs = useNow(NOW_EVERY_MS);
  const { session, settings } = useDesk();
  const mayIssue = useMay('issue');
  const mayRead = useMay('read_log');
  const { data } = useShiftState();
  if (data === undefined || !mayIssue || !mayRead || location === HAND_OVER) return null;
  const waiting = data.waiting.find(({ person }) => person.personId !== session.person?.personId);
  const isLong = data.own !== null && isLongOpen(data.own, nowMs);
  if (waiting === undefined && !isLong) return null;
  const time = shortTimeText(waiting?.closed?.at ?? '', settings.language);
  return (
    <div className="below-12">
      <Notice
        tone="unknown"
        actions={
          <Button size="xs" variant="default" href={HAND_OVER}>
            {waiting === undefined ? say('command.shift.handOver') : say('shift.notice.do')}
          </Button>
        }
      >
        {waiting === undefined
          ? say('shift.long')
          : say('shift.notice', { name: waiting.person.name, time })}
      </Notice>
    </div>
  );
}
