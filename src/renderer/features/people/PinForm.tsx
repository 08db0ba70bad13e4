import { type ReactNode, useEffect, useId, useState } from 'react';

import type { Failure } from '#shared/domain/failure.ts';
import {
  FAILURES_BEFORE_DELAY,
  FAILURES_BEFORE_LOCK,
  PIN_DELAY_MS,
  type Session,
} from '#shared/domain/people.ts';

import { failureOf } from '../../client/operation.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { actionFailureText } from '../../text/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/form/Parts.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ENTER_NAME, ESCAPE_NAME } from '../../ui/keys.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Title } from './PinWords.tsx';
import { useSignIn } from './queries.ts';

/** Why the PIN does not help now. */
export type Barred = 'locked' | 'unusable';

type Props = {
  readonly person: Session['choices'][number];
  /** The Supervisor code ended a lock just now. */
  readonly isUnlocked: boolean;
  readonly onBack: () => void;
  readonly onBarred: (why: Barred) => void;
};

export function PinForm({ person, isUnlocked, onBack, onBarred }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const signIn = useSignIn();
  const [pin, setPin] = useState('');
  const [isMissing, setMissing] = useState(false);
  const countdown = useCountdown();
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const refused = (error: Error): void => {
    const failure = failureOf(error);
    if (failure.code === 'pin_locked') onBarred('locked');
    if (failure.code === 'pin_unusable') onBarred('unusable');
    const wait = waitAfter(failure);
    if (wait !== null) countdown.begin(wait);
    setPin('');
    document.getElementById(id)?.focus();
  };
  const submit = (): void => {
    if (countdown.seconds > 0 || signIn.isPending) return;
    setMissing(pin === '');
    if (pin !== '') signIn.mutate({ personId: person.personId, pin }, { onError: refused });
  };
  return (
    <Form
      className="stack gap-16"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.code === 'Escape') onBack();
      }}
    >
      <Title>{person.name}</Title>
      <TextField
        id={id}
        label={say('people.pin')}
        type="password"
        autoComplete="off"
        look="mono"
        error={isMissing ? say('people.pin.missing') : null}
        value={pin}
        onText={(text) => {
          setPin(text);
          setMissing(false);
        }}
      />
      <div role="alert" className="live bad">
        {signIn.error !== null && pinFailureText(signIn.error, person.name, say)}
      </div>
      {countdown.seconds > 0 && (
        <p role="timer" className="medium">
          {say('people.pin.wait', { count: countdown.seconds })}
        </p>
      )}
      <p role="status" className="live good">
        {isUnlocked && signIn.error === null && say('people.unlocked')}
      </p>
      <div className="row wrap middle gap-8">
        <Button
          type="submit"
          loading={signIn.isPending}
          disabled={countdown.seconds > 0}
          rightSection={<KeyCap>{ENTER_NAME}</KeyCap>}
        >
          {say('people.pin.enter')}
        </Button>
        <Button variant="default" rightSection={<KeyCap>{ESCAPE_NAME}</KeyCap>} onClick={onBack}>
          {say('people.other')}
        </Button>
      </div>
    </Form>
  );
}

/** Seconds before the next attempt; null: it need not wait. */
function waitAfter({ code, ...more }: Failure): number | null {
  const number = Number('detail' in more ? more.detail : NaN);
  if (code === 'pin_wait') return number;
  const failures = FAILURES_BEFORE_LOCK - number;
  return code === 'pin_wrong' && failures >= FAILURES_BEFORE_DELAY ? PIN_DELAY_MS / 1000 : null;
}

/** Why the PIN was refused. */
/** Why the PIN was refused. */
export function pinFailureText(error: Error, name: string, say: Say): string {
  const failure = failureOf(error);
  if (failure.code === 'pin_wrong' && failure.detail !== undefined) {
    return say('people.pin.wrong', { count: Number(failure.detail), name });
  }
  return actionFailureText(failure, say);
}

/** Where the person can be chosen: what is typed, refused and waited for belongs to one of them. */
export function usePinOf(personId: string): {
  readonly pin: string;
  readonly setPin: (pin: string) => void;
  readonly isRefused: boolean;
  readonly secondsLeft: number;
  readonly refuse: (error: Error) => void;
} {
  const countdown = useCountdown();
  const [typed, setTyped] = useState({ pin: '', by: personId });
  const [refused, setRefused] = useState<string | null>(null);
  const isRefused = refused === personId;
  return {
    pin: typed.by === personId ? typed.pin : '',
    setPin: (pin) => setTyped({ pin, by: personId }),
    isRefused,
    secondsLeft: isRefused ? countdown.seconds : 0,
    refuse(error) {
      setRefused(personId);
      countdown.begin(waitAfter(failureOf(error)) ?? 0);
      // Another person may have been chosen meanwhile.
      setTyped((now) => (now.by === personId ? { pin: '', by: personId } : now));
    },
  };
}

/** Whole seconds to wait, counted down on the screen. Core counts by itself: this one only says when to try again. */
export function useCountdown(): {
  readonly seconds: number;
  readonly begin: (seconds: number) => void;
} {
  const [untilMs, setUntilMs] = useState(0);
  const [nowMs, setNowMs] = useState(wholeMs);
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNowMs(wholeMs()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return {
    seconds,
    begin(wanted) {
      const now = wholeMs();
      setNowMs(now);
      setUntilMs(now + (Number.isFinite(wanted) ? wanted : 1) * 1000);
    },
  };
}

/** Whole, or half a millionth of a second would be shown as one second more. */
function wholeMs(): number {
  return Math.round(performance.now());
}
