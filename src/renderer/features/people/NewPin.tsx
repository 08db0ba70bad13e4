import { type ReactNode, useId, useState } from 'react';

import { MIN_PIN, isGuessable, newPinSchema } from '#shared/domain/people.ts';

import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { TextField } from '../../ui/TextField.tsx';

export type NewPin = {
  readonly texts: readonly [pin: string, again: string];
  readonly set: (pin: string, again: string) => void;
  /** Null: it can be sent. */
  readonly fault: WordKey | null;
  /** Faults are told from the first try on. */
  readonly isTold: boolean;
  /** The PIN, or null where it has a fault, which is told then. */
  readonly read: () => string | null;
  readonly clear: () => void;
};

/** A PIN that is chosen: typed twice, because no one sees what is typed. */
export function useNewPin(): NewPin {
  const [texts, setTexts] = useState<NewPin['texts']>(['', '']);
  const [isTold, setTold] = useState(false);
  const fault = faultOf(texts);
  return {
    texts,
    fault,
    isTold,
    set: (pin, again) => setTexts([pin, again]),
    read() {
      setTold(fault !== null);
      return fault === null ? texts[0] : null;
    },
    clear() {
      setTexts(['', '']);
      setTold(false);
    },
  };
}

function faultOf([pin, again]: NewPin['texts']): WordKey | null {
  if (!newPinSchema.safeParse(pin).success) {
    return pin.length < MIN_PIN ? 'people.newPin.short' : 'people.newPin.long';
  }
  if (isGuessable(pin)) return 'failure.pin_guessable';
  return pin === again ? null : 'people.newPin.differs';
}

type FieldsProps = { readonly of: NewPin; readonly autoFocus?: boolean };

export function NewPinFields({ of, autoFocus = false }: FieldsProps): ReactNode {
  const say = useSay();
  const id = useId();
  const [pin, again] = of.texts;
  const fault = of.isTold ? of.fault : null;
  const isAboutAgain = fault === 'people.newPin.differs';
  const box = { type: 'password', autoComplete: 'new-password', look: 'mono' } as const;
  return (
    <>
      <TextField
        {...box}
        id={`${id}-pin`}
        label={say('people.newPin')}
        hint={say('people.newPin.hint')}
        error={fault !== null && !isAboutAgain ? say(fault) : null}
        value={pin}
        autoFocus={autoFocus}
        onText={(text) => of.set(text, again)}
      />
      <TextField
        {...box}
        id={`${id}-again`}
        label={say('people.newPin.again')}
        error={isAboutAgain ? say(fault) : null}
        value={again}
        onText={(text) => of.set(pin, text)}
      />
    </>
  );
}
