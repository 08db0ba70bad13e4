import type { ReactNode } from 'react';

import type { DayRange } from '#shared/domain/logSearch.ts';
import { spanOf } from '#shared/domain/merchantDays.ts';
import type { Shift, ShiftScope } from '#shared/domain/personShift.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks.ts';
import styles from './Shifts.module.css';
import { shiftName, useShiftList } from './queries.ts';

type Props = {
  readonly range: DayRange;
  readonly of: ShiftScope | undefined;
  readonly onChange: (of: ShiftScope | undefined) => void;
};

const NOW_EVERY_MS = 60_000;

/** Whose requests are counted: everyone's, one person's, or those of one shift. Nothing at a desk without people. */
export function PersonChoice({ range, of, onChange }: Props): ReactNode {
  const say = useSay();
  const { session, settings, profile } = useDesk();
  const nowMs = useNow(NOW_EVERY_MS);
  const { people = [], shifts = [] } = useShiftList().data ?? {};
  if (!session.hasPeople) return null;
  const chosen = of?.kind === 'shift' ? shifts.find((one) => one.shiftId === of.shiftId) : null;
  const personId = of?.kind === 'person' ? of.personId : chosen?.person.personId;
  const offered = shifts.filter(
    (shift) =>
      shift === chosen ||
      ((personId === undefined || shift.person.personId === personId) &&
        isWithin(shift, spanOf(range, profile, nowMs))),
  );
  const byPerson = (id: string): ShiftScope | undefined =>
    id === '' ? undefined : { kind: 'person', personId: id };
  return (
    <>
      <select
        className={`${styles.choice} pill`}
        aria-label={say('overview.person')}
        value={personId ?? ''}
        onChange={({ currentTarget }) => onChange(byPerson(currentTarget.value))}
      >
        <option value="">{say('overview.person.all')}</option>
        {people.map((one) => (
          <option key={one.personId} value={one.personId}>
            {one.name}
          </option>
        ))}
      </select>
      <select
        className={`${styles.choice} pill`}
        aria-label={say('overview.shift')}
        value={of?.kind === 'shift' ? of.shiftId : ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? byPerson(personId ?? '') : { kind: 'shift', shiftId: value })
        }
      >
        <option value="">{say('overview.shift.all')}</option>
        {offered.map((shift) => (
          <option key={shift.shiftId} value={shift.shiftId}>
            {shiftName(shift, settings.language, say)}
          </option>
        ))}
      </select>
    </>
  );
}

/** A part of it is in the days that are looked at. */
function isWithin({ openedAt, closed }: Shift, { fromMs, toMs }: ReturnType<typeof spanOf>) {
  const endMs = closed === null ? Infinity : Date.parse(closed.at);
  return endMs >= (fromMs ?? -Infinity) && Date.parse(openedAt) < (toMs ?? Infinity);
}
