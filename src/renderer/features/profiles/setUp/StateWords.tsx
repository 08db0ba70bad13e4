import type { ReactNode } from 'react';

import { STATE_COLOURS, type StateWord } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { type FieldSpec, type FormState, choices, withValueAt } from '../../../ui/form/fields.ts';
import { Fields } from '../../../ui/form/Fields.tsx';
import { Rows, Section } from '../../../ui/form/Parts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { WordBadge } from '../../../ui/StateBadge.tsx';
import { useSeenStates } from '../queries.ts';
import { MOST_WORDS, wordFaults, wordsOf, wordsText } from './stateWords.ts';
import type { SetUpForm } from './texts.ts';

const MOST_OFFERED = 12;

const WORD: readonly FieldSpec<StateWord>[] = [
  { path: 'word', kind: 'text', label: 'setUp.words.word', look: 'mono' },
  {
    path: 'colour',
    kind: 'choice',
    label: 'setUp.words.colour',
    ...choices(STATE_COLOURS, (colour) => `colour.${colour}`),
  },
  { path: 'meaning', kind: 'text', label: 'setUp.words.meaning' },
];

/** The provider's own words for a state, and what the office makes of them. */
export function StateWords({ form }: { readonly form: SetUpForm }): ReactNode {
  const say = useSay();
  const words = wordsOf(form.doc.stateWords);
  const faults = wordFaults(words);
  const firstFault = faults.findIndex((fault) => fault !== null);
  const isDue = form.errorAt('stateWords') !== null;
  const put = (next: readonly StateWord[]): void => form.set('stateWords', wordsText(next));
  const rowOf = (word: StateWord, at: number): FormState<StateWord> => ({
    doc: word,
    set: (path, value) => put(words.with(at, withValueAt(word, path, value))),
    // The first word that cannot be saved is where the keyboard goes.
    idOf: (path) =>
      form.idOf(at === firstFault && path === 'word' ? 'stateWords' : `${path}-${at}`),
    errorAt: (path) => {
      const fault = faults[at] ?? null;
      const isHere = path === (fault === 'meaningTooLong' ? 'meaning' : 'word');
      if (fault === null || !isHere || (fault === 'empty' && !isDue)) return null;
      return say(`setUp.fault.words.${fault}`);
    },
  });
  const seen = (useSeenStates().data ?? [])
    .filter((word) => word.trim() !== '' && !words.some((known) => known.word === word))
    .slice(0, MOST_OFFERED);
  const added = ['', ...seen].map((word) => {
    const label = word === '' ? say('setUp.words.add') : say('setUp.words.addNamed', { word });
    return [label, { word, colour: 'grey', meaning: '' }] as const;
  });
  return (
    <Section title={say('setUp.words')}>
      {words.length === 0 && <p className="text-12 muted">{say('setUp.words.none')}</p>}
      <Rows<StateWord>
        rows={words}
        onChange={put}
        removes={({ word }) => say('setUp.words.remove', { name: word })}
        added={words.length < MOST_WORDS ? added : []}
        note={
          form.warningAt('stateWords') !== null && (
            <Notice tone="unknown">{say('setUp.words.overtaken')}</Notice>
          )
        }
      >
        {(word, at) => (
          <div className="stack gap-8 grow">
            <Fields form={rowOf(word, at)} of={WORD} layout="triple" />
            {word.word.trim() !== '' && (
              <span>
                <WordBadge word={word.word} known={word} />
              </span>
            )}
          </div>
        )}
      </Rows>
    </Section>
  );
}
