import { DESK, type Services } from '#core/ports.ts';
import { CONTRACT } from '#shared/contract/operations.ts';

import { ENDING_WORDS, type EndingWords } from './endingWords.ts';
import { type Language, MAIN_WORDS, type MainWords } from './words.ts';

export type Speech = {
  /** In the desk's language as it is now. */
  readonly words: () => MainWords;
  readonly endingWords: () => EndingWords;
  /** Called when another language was chosen. */
  readonly onChange: (listener: () => void) => void;
};

export async function createSpeech({
  dispatch,
  onEvent,
}: Pick<Services, 'dispatch' | 'onEvent'>): Promise<Speech> {
  const listeners: (() => void)[] = [];
  let language: Language = 'en';
  // Listening first: a change between the answer and the listening would be missed.
  onEvent((event) => {
    if (event.name !== 'settings.changed' || event.settings.language === language) return;
    language = event.settings.language;
    for (const listener of listeners) listener();
  });
  const reply = await dispatch(DESK, 'settings.get', {});
  if (reply.ok) language = CONTRACT['settings.get'].output.parse(reply.value).language;
  return {
    words: () => MAIN_WORDS[language],
    endingWords: () => ENDING_WORDS[language],
    onChange: (listener) => void listeners.push(listener),
  };
}
