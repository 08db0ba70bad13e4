// @vitest-environment happy-dom
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';

import { FailureError } from '../../client/operation.ts';
import { SpeechContext } from '../../i18n/i18n.ts';
import { createI18n } from '../../testing/i18n.ts';
import { PinEntry } from './PinEntry.tsx';
import { PinWords } from './PinWords.tsx';

const root = createRoot(document.body.appendChild(document.createElement('main')));
afterEach(() => flushSync(() => root.render(null)));

/** Two people to choose from, whose PINs are wrong; `left` attempts after each. */
function Choosing({ left }: { readonly left: number }): ReactNode {
  const [chosen, setChosen] = useState('Anna');
  const [error, setError] = useState<Error | null>(null);
  const wrong = new FailureError(failure('pin_wrong', String(left)));
  return (
    <SpeechContext value={createI18n('en')}>
      <PinWords>
        <PinEntry
          name={chosen}
          does="Approve"
          cancel="Not now"
          of={{ isPending: false, error }}
          isFirst
          onClose={() => undefined}
          onPin={(_pin, onError) => {
            setError(wrong);
            onError(wrong);
          }}
        >
          <button type="button" onClick={() => setChosen(chosen === 'Anna' ? 'Bela' : 'Anna')}>
            Other
          </button>
        </PinEntry>
      </PinWords>
    </SpeechContext>
  );
}

const said = (): string => document.querySelector('[role="alert"]')?.textContent ?? '';
const waits = (): boolean => document.querySelector('[role="timer"]') !== null;
const box = (): HTMLInputElement => {
  const found = document.querySelector('input');
  if (found === null) throw new Error('no PIN');
  return found;
};
const pressOther = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  const other = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Other');
  if (other === undefined) throw new Error('no other');
  await user.click(other);
};

it('tells of a wrong PIN, and of the wait after it, only for the person it was typed for', async () => {
  flushSync(() => root.render(<Choosing left={2} />));
  const user = userEvent.setup();
  await user.type(box(), '735190{Enter}');
  expect(said()).toContain('Anna');
  expect(waits()).toBe(true);
  await pressOther(user);
  expect([said(), waits()]).toEqual(['', false]);
  await pressOther(user);
  expect(said()).toContain('Anna');
});

it('keeps no PIN that was typed for another person', async () => {
  flushSync(() => root.render(<Choosing left={4} />));
  const user = userEvent.setup();
  await user.type(box(), '735190');
  await pressOther(user);
  expect(box().value).toBe('');
});
