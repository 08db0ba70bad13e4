import type { ReactNode } from 'react';

import { failureOf } from '../../client/operation.ts';
import type { Say } from '../../i18n/i18n.ts';
import { papers as english } from '../../i18n/en/papers.ts';
import { MoreWords } from '../../i18n/MoreWords.tsx';
import { papers as russian } from '../../i18n/ru/papers.ts';
import { pinFailureText } from '../people/PinForm.tsx';
import { PinWords } from '../people/PinWords.tsx';

const WORDS = { en: english, ru: russian };

/** With the words of a PIN: everything that is signed asks for one. */
export function PapersWords({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <PinWords>
      <MoreWords prefix="papers." words={WORDS}>
        {children}
      </MoreWords>
    </PinWords>
  );
}

/** Why nothing was signed: by the PIN, the key, or the team's server. */
export function signingFailureText(error: Error, name: string, say: Say): string {
  const failure = failureOf(error);
  if (failure.code !== 'team_refused') return pinFailureText(error, name, say);
  const detail = failure.detail ?? '';
  if (detail === 'no_key') return say('papers.noKey');
  if (detail === 'key_not_trusted') return say('papers.notTrusted');
  if (detail === 'not_a_key') return say('papers.sign.key.wrong');
  return say('papers.refused', { detail });
}
