import type { ReactNode } from 'react';

import { type Shift, isLongOpen } from '#shared/domain/personShift.ts';

import { May, useDesk, useMay } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { fullTimeText, shortTimeText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/form/Parts.tsx';
import { ActionError, Notice, QueryError } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/hooks.ts';
import { PinWords } from '../people/PinWords.tsx';
import { AcceptForm } from './AcceptForm.tsx';
import { useCloseShift, useOpenShift, useShiftState } from './queries.ts';

const NOW_EVERY_MS = 60_000;

/** Beside the list that is handed over: the shift of the person at this page, and hand-overs that wait. */
export function ShiftPanel(): ReactNode {
  const state = useShiftState();
  const { data } = state;
  return (
    <PinWords>
      <div className="stack gap-16">
        <QueryError of={state} />
        {data !== undefined && (
          <>
            {data.waiting.map((shift) => (
              <Waiting key={shift.shiftId} shift={shift} />
            ))}
            <May to="issue">
              <Own shift={data.own} />
            </May>
            <Others shifts={data.others} />
          </>
        )}
      </div>
    </PinWords>
  );
}

function Own({ shift }: { readonly shift: Shift | null }): ReactNode {
  const say = useSay();
  const nowMs = useNow(NOW_EVERY_MS);
  const { language } = useDesk().settings;
  const open = useOpenShift();
  const close = useCloseShift();
  const closing = (handsOver: boolean): void => {
    if (shift !== null && !close.isPending) close.mutate({ shiftId: shift.shiftId, handsOver });
  };
  if (shift === null) {
    return (
      <Panel title={say('shift.title')}>
        <p className="muted">{say('shift.none')}</p>
        <div>
          <Button loading={open.isPending} onClick={() => open.mutate({})}>
            {say('shift.open')}
          </Button>
        </div>
        <ActionError error={open.error} />
      </Panel>
    );
  }
  const isLong = isLongOpen(shift, nowMs);
  return (
    <Panel title={say('shift.title')}>
      <p title={fullTimeText(shift.openedAt, language)}>
        {say('shift.since', { time: shortTimeText(shift.openedAt, language) })}
      </p>
      {isLong && <Notice tone="unknown">{say('shift.long')}</Notice>}
      <p className="text-13 muted">{say('shift.handOver.hint')}</p>
      <div className="row wrap gap-8">
        <Button loading={close.isPending} onClick={() => closing(true)}>
          {say('shift.handOver')}
        </Button>
        <Button variant="default" onClick={() => closing(false)}>
          {say('shift.close')}
        </Button>
      </div>
      <ActionError error={close.error} />
    </Panel>
  );
}

function Waiting({ shift }: { readonly shift: Shift }): ReactNode {
  const say = useSay();
  const { session, settings } = useDesk();
  const { person, closed } = shift;
  const isOwn = person.personId === session.person?.personId;
  const time = closed === null ? '' : shortTimeText(closed.at, settings.language);
  const by = closed?.by.name ?? person.name;
  const isByOther = closed !== null && closed.by.personId !== person.personId;
  return (
    <Panel title={say('shift.waiting', { name: person.name })}>
      <Notice tone="unknown">
        {isByOther
          ? say('shift.waiting.closedBy', { time, by })
          : say('shift.waiting.closed', { time })}
      </Notice>
      {closed !== null && closed.left !== null && (
        <p className="text-13 muted">
          {say('shift.left', {
            unknown: countText(closed.left.unknown),
            flagged: countText(closed.left.flagged),
            mismatched: countText(closed.left.mismatched),
            callbacks: countText(closed.left.callbacks),
            batches: countText(closed.left.batches),
          })}
        </p>
      )}
      {isOwn && <p className="text-13">{say('shift.waiting.own')}</p>}
      <AcceptForm shift={shift} />
    </Panel>
  );
}

/** A colleague may have gone home without closing: a supervisor closes it, and the event names both. */
function Others({ shifts }: { readonly shifts: readonly Shift[] }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const mayClose = useMay('supervise');
  const close = useCloseShift();
  if (shifts.length === 0) return null;
  return (
    <Panel title={say('shift.others')}>
      <ul className="stack gap-8">
        {shifts.map(({ shiftId, person, openedAt }) => (
          <li key={shiftId} className="stack gap-4 breakable">
            <span>
              {say('shift.other', { name: person.name, time: shortTimeText(openedAt, language) })}
            </span>
            {mayClose && (
              <div>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => close.mutate({ shiftId, handsOver: true })}
                >
                  {say('shift.other.close', { name: person.name })}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ActionError error={close.error} />
    </Panel>
  );
}
