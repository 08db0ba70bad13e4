import { type ReactNode, useMemo } from 'react';

import { pins as english } from '../../i18n/en/pins.ts';
import { type Language, useSay } from '../../i18n/i18n.ts';
import { MoreWords } from '../../i18n/MoreWords.tsx';
import { pins as russian } from '../../i18n/ru/pins.ts';
import type { Words } from '../../i18n/words.ts';

const NONE: Readonly<Record<Language, Words>> = { en: {}, ru: {} };

type Props = {
  /** Words of `people.` that only some screens load. */
  readonly more?: Readonly<Record<Language, Words>>;
  readonly children: ReactNode;
};

/** The words of People beside those of the desk: a desk without people does not load them before its first frame. */
export function PinWords({ more = NONE, children }: Props): ReactNode {
  const words = useMemo(
    () => ({
      en: { ...english, ...more.en },
      ru: { ...russian, ...more.ru },
    }),
    [more],
  );
  return (
    <MoreWords prefix="people." words={words}>
      {children}
    </MoreWords>
  );
}

/** The head of each step of signing in. */
export function Title(props: {
  readonly children: ReactNode;
  readonly note?: string | null;
}): ReactNode {
  const { children, note = null } = props;
  const say = useSay();
  return (
    <div className="stack gap-4">
      <p className="text-12 muted bold">{say('app.name')}</p>
      <h1 className="text-18 bold breakable">{children}</h1>
      {note !== null && <p className="muted">{note}</p>}
    </div>
  );
}
