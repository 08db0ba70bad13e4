import { type ReactNode, use, useMemo } from 'react';

import { type Language, SpeechContext, speechOf } from './i18n.ts';
import type { Words } from './words.ts';

type Props = {
  /** Every key that begins so is said by these words, and by no others. */
  readonly prefix: `${string}.`;
  /** The same object at every drawing. */
  readonly words: Readonly<Record<Language, Words>>;
  readonly children: ReactNode;
};

/** Words beside those of the desk, loaded with the screens that say them: they do not delay the first frame. */
export function MoreWords({ prefix, words, children }: Props): ReactNode {
  const desk = use(SpeechContext);
  const speech = useMemo(() => {
    if (desk === null) return null;
    const own = speechOf(desk.language, words[desk.language]);
    return {
      language: desk.language,
      say: ((key, values) =>
        key.startsWith(prefix)
          ? own.say(key, values)
          : desk.say(key, values)) satisfies typeof desk.say,
    };
  }, [desk, prefix, words]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}
