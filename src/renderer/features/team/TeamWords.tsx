import type { ReactNode } from 'react';

import { teamPages as english } from '../../i18n/en/teamPages.ts';
import { MoreWords } from '../../i18n/MoreWords.tsx';
import { teamPages as russian } from '../../i18n/ru/teamPages.ts';

const WORDS = { en: english, ru: russian };

/** A desk without a team does not load these words before its first frame. */
export function TeamWords({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <MoreWords prefix="team." words={WORDS}>
      {children}
    </MoreWords>
  );
}
