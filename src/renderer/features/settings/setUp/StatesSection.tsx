import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

import type { StateWord } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useSeenStates } from '../queries.ts';
import { Section } from './Section.tsx';
import styles from './SetUp.module.css';
import { StateWordRow } from './StateWordRow.tsx';
import { MOST_WORDS, wordFaults, wordsOf, wordsText } from './stateWords.ts';
import { type SetUpForm, controlId } from './useSetUpForm.ts';

const MOST_OFFERED = 12;

type Props = { readonly form: SetUpForm };

/** The provider's own words for a state, and what the office makes of them. */
export function StatesSection({ form }: Props): ReactNode {
  const say = useSay();
  const list = useRef<HTMLUListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const words = wordsOf(form.texts.stateWords);
  const faults = wordFaults(words);
  const isDue = form.errorOf('stateWords') !== null;
  const put = (next: readonly StateWord[]): void => form.set('stateWords', wordsText(next));
  /** After it is drawn: the row may be only just there. */
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
    <Section title={say('setUp.words')} text={say('setUp.words.text')}>
      {words.length > 0 && (
        <ul ref={list} className={styles.words}>
          {words.map((word, at) => (
            <StateWordRow
              // Rows have no identity of their own, and a word changes while it is typed.
              key={at}
              number={at + 1}
              word={word}
              fault={isDue || faults[at] !== 'empty' ? (faults[at] ?? null) : null}
              {...(at === firstFault ? { id: controlId('stateWords') } : {})}
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
      {form.warningOf('stateWords') !== null && (
        <Notice tone="unknown">{say('setUp.words.overtaken')}</Notice>
      )}
      {words.length < MOST_WORDS && (
        <>
          <Seen known={words} onAdd={add} />
          <div>
            <Button
              ref={adding}
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => add('')}
            >
              {say('setUp.words.add')}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}

type SeenProps = { readonly known: readonly StateWord[]; readonly onAdd: (word: string) => void };

/** What was said already needs no typing. */
function Seen({ known, onAdd }: SeenProps): ReactNode {
  const say = useSay();
  const seen = useSeenStates().data ?? [];
  const offered = seen
    .filter((word) => word.trim() !== '' && !known.some((one) => one.word === word))
    .slice(0, MOST_OFFERED);
  if (offered.length === 0) return null;
  return (
    <div className={styles.seen} role="group" aria-label={say('setUp.words.seen')}>
      <span className={styles.previewLabel}>{say('setUp.words.seen')}</span>
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
