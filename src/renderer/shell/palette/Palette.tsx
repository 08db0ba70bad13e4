import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';

import { MAX_SEARCH_TEXT } from '#shared/domain/logSearch.ts';

import { type Say, useSay } from '../../i18n/i18n.ts';
import { Dialog, FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ENTER_NAME, ESCAPE_NAME, isMod } from '../../ui/keys.ts';
import styles from './Palette.module.css';
import { type LogMatches, useLogMatches } from './useLogMatches.ts';
import { type Group, type OnSet, type Option, useOptions } from './useOptions.tsx';

type PaletteProps = { readonly onSet: OnSet; readonly onClose: () => void };

/** Search or run anything: a box to type in and a list that the arrows go through while the keyboard stays in the box. */
export function Palette({ onSet, onClose }: PaletteProps): ReactNode {
  const say = useSay();
  const listId = useId();
  const [text, setText] = useState('');
  /** Null: whatever stands first. */
  const [activeId, setActiveId] = useState<string | null>(null);
  const typed = text.trim();
  const matches = useLogMatches(typed);
  const options = useOptions(typed, matches, onSet);
  const active = options.find(({ id }) => id === activeId) ?? options[0] ?? null;
  const choose = (option: Option): void => {
    onClose();
    // After the focus is back where it was: what is done may depend on that.
    setTimeout(option.run);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.code === 'KeyK' && isMod(event.nativeEvent)) onClose();
    else if (event.code === 'ArrowDown') setActiveId(beside(options, active, 1));
    else if (event.code === 'ArrowUp') setActiveId(beside(options, active, -1));
    else if (/^(?:Numpad)?Enter$/u.test(event.code)) {
      if (active !== null && !event.repeat) choose(active);
    } else return;
    event.preventDefault();
  };
  const activeElement = active === null ? null : optionElementId(listId, active.id);
  useEffect(() => {
    if (activeElement === null) return;
    document.getElementById(activeElement)?.scrollIntoView({ block: 'nearest' });
  }, [activeElement]);
  return (
    <Dialog label={say('command.palette.open')} size="palette" onClose={onClose}>
      <div className={`${styles.box} row rigid middle gap-8 muted ruled-below`}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          {...FIRST_FOCUS}
          type="text"
          role="combobox"
          className="bare narrow tall grow text-16 ink"
          aria-label={say('palette.input')}
          placeholder={say('palette.input')}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={activeElement ?? undefined}
          maxLength={MAX_SEARCH_TEXT}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActiveId(null);
          }}
          onKeyDown={onKey}
        />
        <KeyCap>{ESCAPE_NAME}</KeyCap>
      </div>
      <OptionList
        id={listId}
        label={say('command.palette.open')}
        options={options}
        activeId={active?.id ?? null}
        onPoint={setActiveId}
        onChoose={choose}
      />
      <Standing say={say} text={typed} count={options.length} matches={matches} />
    </Dialog>
  );
}

function beside(options: readonly Option[], active: Option | null, step: 1 | -1): string | null {
  const at = options.findIndex(({ id }) => id === active?.id);
  return options.at((at + step) % options.length)?.id ?? null;
}

type StandingProps = {
  readonly say: Say;
  readonly text: string;
  readonly count: number;
  readonly matches: LogMatches;
};

/** What there is, seen and heard; and the keys that work here. */
function Standing({ say, text, count, matches }: StandingProps): ReactNode {
  return (
    <footer className={`${styles.foot} row rigid middle between gap-16 text-12 muted`}>
      <p role="status" className="narrow breakable">
        {standingText(say, text, count, matches)}
      </p>
      <p className="row rigid middle gap-6" aria-hidden="true">
        <KeyCap>↑</KeyCap>
        <KeyCap>↓</KeyCap> {say('palette.move')}
        <KeyCap>{ENTER_NAME}</KeyCap> {say('palette.choose')}
      </p>
    </footer>
  );
}

function standingText(say: Say, text: string, count: number, matches: LogMatches): string {
  if (matches.isSearching) return say('palette.searching');
  if (matches.hasFailed) return say('palette.logFailed');
  return count === 0 ? say('palette.nothing', { text }) : say('palette.count', { count });
}

type Props = {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly activeId: string | null;
  readonly onPoint: (id: string) => void;
  readonly onChoose: (option: Option) => void;
};

function optionElementId(listId: string, optionId: string): string {
  return `${listId}-${optionId}`;
}

/** The keyboard is never in it: the box names the active one. */
function OptionList(props: Props): ReactNode {
  const { id, label, options } = props;
  if (options.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={label} className={`${styles.list} short grow`}>
      {[...new Set(options.map(({ group }) => group))].map((group) => (
        <OptionGroup
          key={group}
          {...props}
          group={group}
          own={options.filter((one) => one.group === group)}
        />
      ))}
    </div>
  );
}

type GroupProps = Props & { readonly group: Group; readonly own: readonly Option[] };

function OptionGroup({ id, group, own, activeId, onPoint, onChoose }: GroupProps): ReactNode {
  const say = useSay();
  const headingId = `${id}-${group}`;
  return (
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} role="presentation" className="pad-8 text-12 bold muted">
        {say(`palette.group.${group}`)}
      </div>
      {own.map((option) => (
        <div
          key={option.id}
          id={optionElementId(id, option.id)}
          role="option"
          aria-selected={option.id === activeId}
          className="entry"
          onPointerMove={() => onPoint(option.id)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <span className="cut medium">{option.title}</span>
          {option.detail !== null && (
            <span className="narrow grow muted breakable">{option.detail}</span>
          )}
          <span className={`${styles.end} row rigid middle gap-8 push muted`}>
            {option.badge}
            {option.cap !== null && <KeyCap>{option.cap}</KeyCap>}
          </span>
        </div>
      ))}
    </div>
  );
}
