import { useEffect, useState } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import type { Language, WordKey } from '../../i18n/i18n.ts';
import { loadWords } from '../../i18n/loadWords.ts';
import type { Words } from '../../i18n/words.ts';

const SPOKEN: readonly Language[] = ['en', 'ru'];

/** The same command in the languages that are not on the screen: people type the name they learned first. */
export function useOtherWords(): (key: WordKey) => readonly string[] {
  const { language } = useDesk().settings;
  const [others, setOthers] = useState<readonly Words[]>([]);
  useEffect(() => {
    let isOver = false;
    const load = async (): Promise<void> => {
      const loaded = await Promise.all(
        SPOKEN.filter((spoken) => spoken !== language).map(loadWords),
      );
      if (!isOver) setOthers(loaded);
    };
    // Without them the words on the screen still do.
    load().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [language]);
  return (key) => others.flatMap((words) => words[key] ?? []);
}
