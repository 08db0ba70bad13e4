import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { type LogFilter, NO_FILTER } from '#shared/domain/logSearch.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { EVERYTHING, type LogLook } from '../../../client/logLook.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { betweenText } from '../../../text/time.ts';
import { LIST_KEYS, type ListKey, filterCount } from '../look.ts';
import { useFacets } from '../queries.ts';
import styles from './Bar.module.css';
import { CheckList } from './CheckList.tsx';
import { choicesOf, labelOf, ticked } from './choices.ts';
import { MenuPill } from './MenuPill.tsx';

/** The ones that are reached for most stand alone; the rest share a menu. */
const OWN_MENU = ['outcomes', 'paymentTypes', 'currencies'] as const;
const SHARED_MENU = [
  'states',
  'flows',
  'profileIds',
  'operators',
  'attention',
  'answerTimes',
  'callbackTimes',
] as const;

type Props = {
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
};

export function Filters({ filter, onChange }: Props): ReactNode {
  const say = useSay();
  const [isWanted, setWanted] = useState(false);
  const facets = useFacets(isWanted);
  const list = (key: ListKey): ReactNode => (
    <CheckList
      key={key}
      label={say(`log.filter.${key}`)}
      choices={choicesOf(key, filter, facets.data, say)}
      chosen={filter[key]}
      onChange={(value, isOn) => onChange(ticked(filter, key, value, isOn))}
    />
  );
  const countOf = (keys: readonly ListKey[]): string | null => {
    const count = keys.reduce((sum, key) => sum + filter[key].length, 0);
    return count === 0 ? null : String(count);
  };
  const opened = (): void => {
    setWanted(true);
    if (isWanted) void facets.refetch();
  };
  return (
    <>
      {OWN_MENU.map((key) => (
        <MenuPill
          key={key}
          label={say(`log.filter.${key}`)}
          chosen={countOf([key])}
          onOpened={opened}
        >
          {() => list(key)}
        </MenuPill>
      ))}
      <button
        type="button"
        className={styles.pill}
        aria-pressed={filter.needsAttention}
        data-on={filter.needsAttention}
        onClick={() => onChange({ ...filter, needsAttention: !filter.needsAttention })}
      >
        {say('log.filter.needsAttention')}
      </button>
      <MenuPill label={say('log.filter.more')} chosen={countOf(SHARED_MENU)} onOpened={opened}>
        {() => <div className={styles.groups}>{SHARED_MENU.map(list)}</div>}
      </MenuPill>
    </>
  );
}

type ChipsProps = {
  readonly look: LogLook;
  readonly onChange: (look: LogLook) => void;
};

/** Everything that narrows, each to be taken away by itself; nothing while nothing does. */
export function Chips({ look, onChange }: ChipsProps): ReactNode {
  const say = useSay();
  const { profiles, profile, settings } = useDesk();
  const { filter } = look;
  if (filterCount(filter) === 0) return null;
  const remove = (key: ListKey, value: string): void =>
    onChange({ ...look, filter: ticked(filter, key, value, false) });
  return (
    <ul className={styles.chips} aria-label={say('log.chips')}>
      {LIST_KEYS.flatMap((key) =>
        filter[key].map((value) => (
          <Chip
            key={`${key}-${value}`}
            name={say(`log.filter.${key}`)}
            value={labelOf(key, value, { profiles }, say)}
            onRemove={() => remove(key, value)}
          />
        )),
      )}
      {filter.needsAttention && (
        <Chip
          name={null}
          value={say('log.filter.needsAttention')}
          onRemove={() => onChange({ ...look, filter: { ...filter, needsAttention: false } })}
        />
      )}
      {filter.between !== null && (
        <Chip
          name={say('log.filter.between')}
          value={betweenText(filter.between, settings.language, profile.timeZone, Date.now())}
          onRemove={() => onChange({ ...look, filter: { ...filter, between: null } })}
        />
      )}
      <li>
        <button
          type="button"
          className={styles.clear}
          onClick={() =>
            onChange({ ...look, text: '', filter: NO_FILTER, range: EVERYTHING.range })
          }
        >
          {say('log.clearAll')}
        </button>
      </li>
    </ul>
  );
}

type ChipProps = {
  readonly name: string | null;
  readonly value: string;
  readonly onRemove: () => void;
};

function Chip({ name, value, onRemove }: ChipProps): ReactNode {
  const say = useSay();
  return (
    <li className={styles.chip}>
      {name !== null && <span className="muted">{name}</span>} {value}
      <button
        type="button"
        className={styles.chipRemove}
        aria-label={say('log.chip.remove', { filter: name === null ? value : `${name} ${value}` })}
        onClick={onRemove}
      >
        <IconX size={12} aria-hidden="true" />
      </button>
    </li>
  );
}
