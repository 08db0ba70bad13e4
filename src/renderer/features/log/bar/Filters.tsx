import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

import { type LogFacets, type LogFilter, NO_FILTER } from '#shared/domain/logSearch.ts';
import { fold } from '#shared/search/fold.ts';

import { useAttentionCount } from '../../../client/attention.ts';
import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { EVERYTHING, type LogLook } from '../../../client/logLook.ts';
import { usePersonNames } from '../../../client/queries.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { matchesText } from '../../../text/numbers.ts';
import { betweenText } from '../../../text/time.ts';
import { MenuPill } from '../../../ui/MenuPill.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { batchLabel, useBatchNames } from '../../batch/BatchLink.tsx';
import { LIST_KEYS, type ListKey, filterCount } from '../look.ts';
import { useFacets } from '../queries.ts';
import styles from './Bar.module.css';
import { type Choice, type Names, choicesOf, labelOf, ticked } from './choices.ts';

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
  'batches',
] as const;

type Props = {
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
};

export function Filters({ filter, onChange }: Props): ReactNode {
  const say = useSay();
  const [isWanted, setWanted] = useState(false);
  const facets = useFacets(isWanted);
  const { hasPeople } = useDesk().session;
  const names = useNames(filter, facets.data);
  const shared = hasPeople ? (['people', ...SHARED_MENU] as const) : SHARED_MENU;
  const attention = useAttentionCount({ withoutSamples: filter.withoutSamples });
  const list = (key: ListKey): ReactNode => (
    <CheckList
      key={key}
      label={say(`log.filter.${key}`)}
      choices={choicesOf(key, filter, facets.data, names, say)}
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
        className="pill"
        aria-pressed={filter.needsAttention}
        data-on={filter.needsAttention}
        onClick={() => onChange({ ...filter, needsAttention: !filter.needsAttention })}
      >
        {say('log.filter.needsAttention')}
        {attention !== null && attention.count > 0 && <span>{matchesText(attention)}</span>}
      </button>
      <MenuPill label={say('log.filter.more')} chosen={countOf(shared)} onOpened={opened}>
        {() => <div className={styles.groups}>{shared.map(list)}</div>}
      </MenuPill>
    </>
  );
}

/** Of what is chosen, and of what can be. */
function useNames(filter: LogFilter, facets?: LogFacets): Names {
  const say = useSay();
  const { profiles, settings } = useDesk();
  const chosen = useBatchNames(filter.batches);
  const batches = [...(facets?.batches ?? []), ...(chosen.data ?? [])].map((batch) => ({
    id: batch.batchId,
    name: batchLabel(batch, settings.language, say),
  }));
  const people = usePersonNames().data ?? [];
  return {
    profiles: facets?.profiles ?? profiles,
    batches,
    people: people.map(({ personId: id, name }) => ({ id, name })),
  };
}

/** More than fit without looking for one. */
const MANY = 12;

type CheckListProps = {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (value: string, isChosen: boolean) => void;
};

function CheckList({ label, choices, chosen, onChange }: CheckListProps): ReactNode {
  const say = useSay();
  const id = useId();
  const [typed, setTyped] = useState('');
  const wanted = fold(typed.trim());
  const shown = choices.filter((choice) => fold(choice.label).includes(wanted));
  return (
    <fieldset className={styles.group} aria-labelledby={id}>
      <p id={id} className="text-12 bold muted">
        {label}
      </p>
      {choices.length > MANY && (
        <TextBox
          aria-label={say('log.filter.find', { filter: label })}
          placeholder={say('log.filter.find', { filter: label })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <p className="pad-4 muted">{say('log.filter.none')}</p>}
      <ul className="stack">
        {shown.map(({ value, label: word }) => (
          <li key={value}>
            <label className={`${styles.choice} entry`}>
              <input
                type="checkbox"
                className="tick"
                checked={chosen.includes(value)}
                onChange={(event) => onChange(value, event.currentTarget.checked)}
              />
              <span>{word}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

type ChipsProps = {
  readonly look: LogLook;
  readonly onChange: (look: LogLook) => void;
};

/** Everything that narrows beyond its own button, each to be taken away by itself; nothing while nothing does. */
export function Chips({ look, onChange }: ChipsProps): ReactNode {
  const say = useSay();
  const { profile, settings } = useDesk();
  const { hide } = usePrivacy();
  const { filter } = look;
  const names = useNames(filter);
  if (filterCount({ ...filter, needsAttention: false }) === 0) return null;
  const shownValue = (key: ListKey, label: string): string =>
    key === 'customers' ? hide(label) : label;
  const remove = (key: ListKey, value: string): void =>
    onChange({ ...look, filter: ticked(filter, key, value, false) });
  return (
    <ul className="row wrap middle full gap-6" aria-label={say('log.chips')}>
      {LIST_KEYS.flatMap((key) =>
        filter[key].map((value) => (
          <Chip
            key={`${key}-${value}`}
            name={say(`log.filter.${key}`)}
            value={shownValue(key, labelOf(key, value, names, say))}
            onRemove={() => remove(key, value)}
          />
        )),
      )}
      {filter.between !== null && (
        <Chip
          name={say('log.filter.between')}
          value={betweenText(filter.between, settings.language, profile.timeZone, Date.now())}
          onRemove={() => onChange({ ...look, filter: { ...filter, between: null } })}
        />
      )}
      {filter.fromBatches && (
        <Chip
          name={say('log.filter.batches')}
          value={say('log.filter.batches.any')}
          onRemove={() => onChange({ ...look, filter: { ...filter, fromBatches: false } })}
        />
      )}
      {filter.withoutSamples && (
        <Chip
          name={say('log.filter.samples')}
          value={say('log.filter.samples.leftOut')}
          onRemove={() => onChange({ ...look, filter: { ...filter, withoutSamples: false } })}
        />
      )}
      <li>
        <button
          type="button"
          className="quiet accent"
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
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
};

function Chip({ name, value, onRemove }: ChipProps): ReactNode {
  const say = useSay();
  return (
    <li className={`${styles.chip} row middle gap-4 text-13 framed round-full on-panel`}>
      <span className="muted">{name}</span> {value}
      <button
        type="button"
        className="quiet square"
        aria-label={say('log.chip.remove', { filter: `${name} ${value}` })}
        onClick={onRemove}
      >
        <IconX size={12} aria-hidden="true" />
      </button>
    </li>
  );
}
