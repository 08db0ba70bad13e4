import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';

import { STATE_COLOURS, type StateWord } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { FieldNote } from '../../../ui/Field.tsx';
import { SmallButton } from '../../../ui/form/Buttons.tsx';
import { Section } from '../../../ui/form/Parts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { WordBadge } from '../../../ui/StateBadge.tsx';
import { SelectBox, TextBox } from '../../../ui/TextBox.tsx';
import { useSeenStates } from '../queries.ts';
import styles from './SetUp.module.css';
import { MOST_WORDS, type WordFault, wordFaults, wordsOf, wordsText } from './stateWords.ts';
import type { SetUpForm } from './texts.ts';
import { Button } from '../../../ui/Button.tsx';

const MOST_OFFERED = 12;

/** The provider's own words for a state, and what the office makes of them. */
export function StateWords({ form }: { readonly form: SetUpForm }): ReactNode {
  const say = useSay();
  const list = useRef<HTMLUListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const words = wordsOf(form.doc.stateWords);
  const faults = wordFaults(words);
  const isDue = form.errorAt('stateWords') !== null;
  const put = (next: readonly StateWord[]): void => form.set('stateWords', wordsText(next));
  /** After the next drawing: the row may not be in the page yet. */
  const focusRow = (at: number, control: 'input' | 'select'): void => {
    setTimeout(() => {
      const row = list.current?.children.item(at);
      (row?.querySelector<HTMLElement>(control) ?? adding.current)?.focus();
    });
  };
  const add = (word: string): void => {
    put([...words, { word, colour: 'grey', meaning: '' }]);
    focusRow(words.length, word === '' ? 'input' : 'select');
  };
  const firstFault = faults.findIndex((fault) => fault !== null);
  return (
    <Section title={say('setUp.words')}>
      {words.length > 0 && (
        <ul ref={list} className={styles.words}>
          {words.map((word, at) => (
            <StateWordRow
              // Rows have no identity of their own, and a word changes while it is typed.
              key={at}
              number={at + 1}
              word={word}
              fault={isDue || faults[at] !== 'empty' ? (faults[at] ?? null) : null}
              {...(at === firstFault ? { id: form.idOf('stateWords') } : {})}
              onChange={(next) => put(words.with(at, next))}
              onRemove={() => {
                put(words.filter((_, other) => other !== at));
                focusRow(Math.min(at, words.length - 2), 'input');
              }}
            />
          ))}
        </ul>
      )}
      {words.length === 0 && <p className={styles.hint}>{say('setUp.words.none')}</p>}
      {form.warningAt('stateWords') !== null && (
        <Notice tone="unknown">{say('setUp.words.overtaken')}</Notice>
      )}
      {words.length < MOST_WORDS && (
        <>
          <Seen known={words} onAdd={add} />
          <div>
            <SmallButton
              ref={adding}
              icon={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => add('')}
            >
              {say('setUp.words.add')}
            </SmallButton>
          </div>
        </>
      )}
    </Section>
  );
}

type RowProps = {
  readonly number: number;
  readonly word: StateWord;
  readonly fault: WordFault | null;
  /** Of the word's control, which takes the focus when it cannot be saved. */
  readonly id?: string;
  readonly onChange: (word: StateWord) => void;
  readonly onRemove: () => void;
};

/** One line: the word, its colour, what it means, and how it will look. */
function StateWordRow({ number, word, fault, id, onChange, onRemove }: RowProps): ReactNode {
  const say = useSay();
  const noteId = useId();
  const name = word.word.trim() === '' ? say('setUp.words.number', { number }) : word.word;
  const described = fault === null ? {} : { 'aria-describedby': noteId };
  return (
    <li className={styles.word}>
      <div className={styles.wordLine}>
        <TextBox
          {...(id === undefined ? {} : { id })}
          look="mono"
          aria-label={say('setUp.words.word', { name })}
          aria-invalid={fault !== null && fault !== 'meaningTooLong'}
          {...described}
          placeholder={say('setUp.words.word.placeholder')}
          value={word.word}
          onChange={(event) => onChange({ ...word, word: event.currentTarget.value })}
        />
        <SelectBox
          aria-label={say('setUp.words.colour', { name })}
          value={word.colour}
          onChange={(event) => {
            const colour = STATE_COLOURS.find((one) => one === event.currentTarget.value);
            if (colour !== undefined) onChange({ ...word, colour });
          }}
        >
          {STATE_COLOURS.map((colour) => (
            <option key={colour} value={colour}>
              {say(`colour.${colour}`)}
            </option>
          ))}
        </SelectBox>
        <TextBox
          aria-label={say('setUp.words.meaning', { name })}
          aria-invalid={fault === 'meaningTooLong'}
          {...described}
          placeholder={say('setUp.words.meaning.placeholder')}
          value={word.meaning}
          onChange={(event) => onChange({ ...word, meaning: event.currentTarget.value })}
        />
        <button
          type="button"
          className={styles.removeWord}
          aria-label={say('setUp.words.remove', { name })}
          title={say('setUp.words.remove', { name })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden="true" />
        </button>
      </div>
      {fault === null ? (
        word.word.trim() !== '' && (
          <p className={styles.wordLook}>
            <WordBadge word={word.word} known={word} />
            {word.meaning}
          </p>
        )
      ) : (
        <FieldNote id={noteId} error={say(`setUp.fault.words.${fault}`)} warning={null} />
      )}
    </li>
  );
}

type SeenProps = { readonly known: readonly StateWord[]; readonly onAdd: (word: string) => void };

/** Words that occur in the log are added without typing. */
function Seen({ known, onAdd }: SeenProps): ReactNode {
  const say = useSay();
  const seen = useSeenStates().data ?? [];
  const offered = seen
    .filter((word) => word.trim() !== '' && !known.some((one) => one.word === word))
    .slice(0, MOST_OFFERED);
  if (offered.length === 0) return null;
  return (
    <div className={styles.seen} role="group" aria-label={say('setUp.words.seen')}>
      <span className={styles.legend}>{say('setUp.words.seen')}</span>
      {offered.map((word) => (
        <Button
          key={word}
          size="compact-xs"
          variant="default"
          aria-label={say('setUp.words.addNamed', { word })}
          leftSection={<IconPlus size={12} aria-hidden="true" />}
          onClick={() => onAdd(word)}
        >
          {word}
        </Button>
      ))}
    </div>
  );
}
