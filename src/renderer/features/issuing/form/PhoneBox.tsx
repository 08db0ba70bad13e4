import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';

import { type Deletion, retypePhone } from '#shared/domain/phone.ts';

import { TextBox } from '../../../ui/TextBox.tsx';

type Props = Omit<ComponentProps<typeof TextBox>, 'value' | 'onChange' | 'ref' | 'type'> & {
  readonly value: string;
  readonly onText: (text: string) => void;
};

const DELETIONS: Readonly<Record<string, Deletion>> = {
  deleteContentBackward: 'back',
  deleteContentForward: 'ahead',
};

/** Groups the digits as they are typed; the caret stays behind the digit that it stood behind. */
export function PhoneBox({ value, onText, ...box }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextBox
      {...box}
      ref={input}
      type="tel"
      inputMode="tel"
      value={value}
      onChange={({ currentTarget, nativeEvent }) => {
        const how = nativeEvent instanceof InputEvent ? DELETIONS[nativeEvent.inputType] : null;
        const typed = {
          text: currentTarget.value,
          caret: currentTarget.selectionEnd ?? currentTarget.value.length,
        };
        const shown = retypePhone(value, typed, how ?? null);
        caret.current = shown.caret;
        onText(shown.text);
      }}
    />
  );
}
