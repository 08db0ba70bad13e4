import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import { STATE_COLOURS, type StateWord } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { FieldNote } from '../../../ui/Field.tsx';
import { WordBadge } from '../../../ui/StateBadge.tsx';
import { SelectBox, TextBox } from '../../../ui/TextBox.tsx';
import styles from './SetUp.module.css';
import type { WordFault } from './stateWords.ts';

type Props = {
  readonly number: number;
  readonly word: StateWord;
  readonly fault: WordFault | null;
  /** Of the word's control, where the keyboard is put when it cannot be saved. */
  readonly id?: string;
  readonly onChange: (word: StateWord) => void;
  readonly onRemove: () => void;
};

/** One line: the word, its colour, what it means, and how it will look. */
export function StateWordRow({ number, word, fault, id, onChange, onRemove }: Props): ReactNode {
  const say = useSay();
  const noteId = useId();
  const name = word.word.trim() === '' ? say('setUp.words.number', { number }) : word.word;
  const described = fault === null ? {} : { 'aria-describedby': noteId };
  const isWordFault = fault !== null && fault !== 'meaningTooLong';
  return (
    <li className={styles.word}>
      <div className={styles.wordLine}>
        <TextBox
          {...(id === undefined ? {} : { id })}
          look="mono"
          aria-label={say('setUp.words.word', { name })}
          aria-invalid={isWordFault}
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
