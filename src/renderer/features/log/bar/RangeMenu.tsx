import { IconCalendar, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

import type { DayRange } from '#shared/domain/logSearch.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type Language, type Say, useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MenuPill } from '../../../ui/MenuPill.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { customRange, daysText } from '../look.ts';
import styles from './Bar.module.css';

const FIXED = ['all', 'today', 'yesterday', 'last7', 'last30'] as const;

type Props = {
  readonly range: DayRange;
  readonly onChange: (range: DayRange) => void;
};
/** `isChoice`: what is shown is always of some days, so that all of them are a choice too, rather than none. */
type MenuProps = Props & { readonly isChoice?: boolean };

export function RangeMenu({ range, onChange, isChoice = false }: MenuProps): ReactNode {
  const say = useSay();
  const { profile, settings } = useDesk();
  return (
    <MenuPill
      isTelling
      label={say('log.range')}
      icon={<IconCalendar size={14} aria-hidden="true" />}
      chosen={range.kind === 'all' && !isChoice ? null : rangeText(range, settings.language, say)}
    >
      {(close) => (
        <div className={styles.menu}>
          <ul className="stack">
            {FIXED.map((kind) => (
              <li key={kind}>
                <button
                  type="button"
                  className="entry between"
                  aria-pressed={range.kind === kind}
                  onClick={() => {
                    onChange({ kind });
                    close();
                  }}
                >
                  {say(`log.range.${kind}`)}
                  {range.kind === kind && <IconCheck size={14} aria-hidden="true" />}
                </button>
              </li>
            ))}
          </ul>
          <Custom
            range={range}
            onChange={(custom) => {
              onChange(custom);
              close();
            }}
          />
          <p className="text-12 muted">
            {say('log.range.days', {
              profile: profile.name,
              zone: profile.timeZone ?? say('log.range.localZone'),
              cut: profile.dayCut,
            })}
          </p>
        </div>
      )}
    </MenuPill>
  );
}

function Custom({ range, onChange }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const [from, setFrom] = useState(range.kind === 'custom' ? range.from : '');
  const [to, setTo] = useState(range.kind === 'custom' ? range.to : '');
  const custom = customRange(from, to);
  const isTurned = from !== '' && to !== '' && custom === null;
  return (
    <form
      className="stack gap-8"
      aria-label={say('log.range.custom')}
      onSubmit={(event) => {
        event.preventDefault();
        if (custom !== null) onChange(custom);
      }}
    >
      <div className={`${styles.days} stack gap-8`}>
        <Field id={`${id}-from`} label={say('log.range.from')}>
          {(control) => (
            <TextBox
              {...control}
              type="date"
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          id={`${id}-to`}
          label={say('log.range.to')}
          error={isTurned ? say('log.range.turned') : null}
        >
          {(control) => (
            <TextBox
              {...control}
              type="date"
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" size="xs" variant="default" disabled={custom === null}>
        {say('log.range.apply')}
      </Button>
    </form>
  );
}

function rangeText(range: DayRange, language: Language, say: Say): string {
  if (range.kind !== 'custom') return say(`log.range.${range.kind}`);
  return daysText(range, language, new Date().getFullYear());
}
