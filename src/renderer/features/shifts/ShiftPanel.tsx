import { type ReactNode, useEffect, useRef, useState } from 'react';

import { type OpenWork, type Shift, isLongOpen } from '#shared/domain/personShift.ts';

import { May, useDesk, useMay } from '../../client/deskContext.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
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
  const [handedId, setHandedId] = useState<string | null>(null);
  return (
    <PinWords>
      <div className="stack gap-16">
        <QueryError of={state} />
        {data !== undefined && (
          <>
            {data.waiting.map((shift) => (
              <Waiting
                key={shift.shiftId}
                shift={shift}
                isJustHanded={shift.shiftId === handedId}
              />
            ))}
            <May to="issue">
              <Own shift={data.own} onHandOver={setHandedId} />
            </May>
            <Others shifts={data.others} />
          </>
        )}
      </div>
    </PinWords>
  );
}

type OwnProps = {
  readonly shift: Shift | null;
  /** Asked for: the form for the next person takes the keyboard as soon as it is there. */
  readonly onHandOver: (shiftId: string) => void;
};

function Own({ shift, onHandOver }: OwnProps): ReactNode {
  const say = useSay();
  const nowMs = useNow(NOW_EVERY_MS);
  const { language } = useDesk().settings;
  const open = useOpenShift();
  const close = useCloseShift();
  const statusLine = useRef<HTMLParagraphElement>(null);
  const closing = (handsOver: boolean): void => {
    if (shift === null || close.isPending) return;
    if (handsOver) onHandOver(shift.shiftId);
    close.mutate({ shiftId: shift.shiftId, handsOver });
  };
  // The button that was pressed is gone then. Not to the next button: a second Enter would press it.
  const known = useRef(shift?.shiftId);
  useEffect(() => {
    if (known.current === shift?.shiftId) return;
    known.current = shift?.shiftId;
    if (document.activeElement === document.body) statusLine.current?.focus();
  }, [shift?.shiftId]);
  if (shift === null) {
    return (
      <Panel title={say('shift.title')}>
        <p ref={statusLine} tabIndex={-1} className="landing muted">
          {say('shift.none')}
        </p>
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
      <p
        ref={statusLine}
        tabIndex={-1}
        className="landing"
        title={fullTimeText(shift.openedAt, language)}
      >
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

type WaitingProps = { readonly shift: Shift; readonly isJustHanded: boolean };

function Waiting({ shift, isJustHanded }: WaitingProps): ReactNode {
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
        <p className="text-13 muted">{leftText(closed.left, say)}</p>
      )}
      {isOwn && <p className="text-13">{say('shift.waiting.own')}</p>}
      <AcceptForm shift={shift} autoFocus={isJustHanded} />
    </Panel>
  );
}

function leftText(left: OpenWork, say: Say): string {
  const { unknown, flagged, mismatched, callbacks, batches } = left;
  if (unknown + flagged + mismatched + callbacks + batches === 0) return say('shift.left.nothing');
  return say('shift.left', {
    unknown: countText(unknown),
    flagged: countText(flagged),
    mismatched: countText(mismatched),
    callbacks: countText(callbacks),
    batches: countText(batches),
  });
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
