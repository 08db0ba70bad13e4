import { type ReactNode, createContext, use, useCallback, useMemo, useRef, useState } from 'react';

import { type Language, type Speech, SpeechContext, speechOf } from './i18n.ts';
import { loadWords } from './loadWords.ts';

type Change = (language: Language) => Promise<void>;
const ChangeContext = createContext<Change | null>(null);

/** Everything in it is said in one language at a time. */
export function Spoken({
  first,
  children,
}: {
  readonly first: Speech;
  readonly children: ReactNode;
}): ReactNode {
  const [speech, setSpeech] = useState(first);
  const wanted = useRef(first.language);
  const known = useMemo(() => new Map([[first.language, first]]), [first]);
  const change = useCallback<Change>(
    async (language) => {
      wanted.current = language;
      const next = known.get(language) ?? speechOf(language, await loadWords(language));
      known.set(language, next);
      // Another one was chosen while this one was on its way.
      if (wanted.current !== language) return;
      document.documentElement.lang = language;
      setSpeech(next);
    },
    [known],
  );
  return (
    <ChangeContext value={change}>
      <SpeechContext value={speech}>{children}</SpeechContext>
    </ChangeContext>
  );
}

/** Where a language's words cannot be loaded everything stays as it is, and the promise rejects. */
export function useChangeLanguage(): Change {
  const change = use(ChangeContext);
  if (change === null) throw new Error('No words around this component');
  return change;
}
