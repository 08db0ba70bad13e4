import { IconClock, IconClockPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useDesk, useMay } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { fullTimeText, shortTimeText } from '../../text/time.ts';
import { ActionError } from '../../ui/Notice.tsx';
import { useOpenShift, useShiftState } from './queries.ts';

/** In the operator's menu: whether a shift is open, and the button that opens one. Nothing at a desk without people. */
export function ShiftLine(): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const mayIssue = useMay('issue');
  const { data } = useShiftState();
  const open = useOpenShift();
  if (data === undefined || !mayIssue) return null;
  if (data.own !== null) {
    const { openedAt } = data.own;
    return (
      <li className="row middle gap-8 pad-8" title={fullTimeText(openedAt, language)}>
        <IconClock size={16} aria-hidden="true" />
        {say('shift.line', { time: shortTimeText(openedAt, language) })}
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className="entry"
        aria-busy={open.isPending}
        onClick={() => {
          if (!open.isPending) open.mutate({});
        }}
      >
        <IconClockPlay size={16} aria-hidden="true" />
        <span className="grow">{say('shift.open')}</span>
        <span className="text-12 muted">{say('shift.line.none')}</span>
      </button>
      <ActionError error={open.error} />
    </li>
  );
}
