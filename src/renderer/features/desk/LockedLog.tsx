import { type ReactNode, useId, useState } from 'react';

import type { Failure } from '#shared/domain/failure.ts';
import { FAILURES_BEFORE_DELAY, PIN_DELAY_MS } from '#shared/domain/people.ts';

import { failureOf } from '../../client/operation.ts';
import { useUnlockLog } from '../../client/protection.ts';
import { type Say, type WordKey, useSay } from '../../i18n/i18n.ts';
import styles from '../../shell/FullPage.module.css';
import { failureText } from '../../text/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/form/Parts.tsx';
import { CodeField } from '../../ui/ShownCode.tsx';
import { useCountdown } from '../people/PinForm.tsx';

/** Why the keychain gave no key. */
const WHY: Readonly<Record<string, WordKey>> = {
  not_in_keychain: 'protect.locked.not_in_keychain',
  locked: 'failure.vault_locked',
  denied: 'failure.vault_denied',
  timed_out: 'failure.vault_timed_out',
};

/** In place of the desk while its protected log has no key: what happened, and the Log code. */
export function LockedLog({ fault }: { readonly fault: string }): ReactNode {
  const say = useSay();
  const unlock = useUnlockLog();
  if (unlock.data?.isKept === false) return <NotKept />;
  if (fault === 'plain_log') return <Replaced unlock={unlock} />;
  return (
    <main className={styles.page}>
      <div className={`${styles.box} panel stack gap-16`}>
        <div className="stack gap-8">
          <p className="text-12 muted bold">{say('app.name')}</p>
          <h1 className="text-18 bold">{say('protect.locked')}</h1>
          <p>{say('protect.locked.text')}</p>
          <p>{say(WHY[fault] ?? 'failure.vault_unavailable')}</p>
          <p className="muted">{say('protect.locked.safe')}</p>
        </div>
        <CodeForm unlock={unlock} />
        <p className="text-12 muted">{say('protect.locked.lost')}</p>
      </div>
    </main>
  );
}

/** The log is plain where the keychain knows a protected one: nothing is read from it before a person has decided. */
function Replaced({ unlock }: { readonly unlock: ReturnType<typeof useUnlockLog> }): ReactNode {
  const say = useSay();
  const open = (isPlainMeant: boolean): void =>
    unlock.mutate({ code: null, isPlainMeant }, { onSuccess: () => location.reload() });
  return (
    <main className={styles.page}>
      <div className={`${styles.box} panel stack gap-16`}>
        <div className="stack gap-8">
          <p className="text-12 muted bold">{say('app.name')}</p>
          <h1 className="text-18 bold">{say('protect.plain')}</h1>
          <p>{say('protect.plain.text')}</p>
          <p className="muted">{say('protect.plain.safe')}</p>
        </div>
        <div role="alert" className="live bad">
          {unlock.error !== null && refusalText(failureOf(unlock.error), say)}
        </div>
        <div className="row wrap middle gap-8">
          <Button autoFocus loading={unlock.isPending} onClick={() => open(false)}>
            {say('protect.plain.again')}
          </Button>
          <Button variant="default" disabled={unlock.isPending} onClick={() => open(true)}>
            {say('protect.plain.goOn')}
          </Button>
        </div>
      </div>
    </main>
  );
}

function CodeForm({ unlock }: { readonly unlock: ReturnType<typeof useUnlockLog> }): ReactNode {
  const say = useSay();
  const id = useId();
  const countdown = useCountdown();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [wrong, setWrong] = useState(0);
  const words = {
    label: say('protect.locked.code'),
    hint: say('protect.locked.hint'),
    missing: say('protect.code.missing'),
  };
  const open = (typed: string | null): void =>
    unlock.mutate(
      { code: typed },
      {
        onSuccess: ({ isKept }) => isKept && location.reload(),
        onError: (error) => {
          const failure = failureOf(error);
          // A plain log has a page of its own.
          const isReplaced = failure.code === 'log_locked' && failure.detail === 'plain_log';
          if (failure.code === 'log_open' || isReplaced) location.reload();
          const count = failure.code === 'log_code_wrong' ? wrong + 1 : wrong;
          setWrong(count);
          const waitS = waitAfter(failure, count);
          if (waitS > 0) countdown.begin(waitS);
          document.getElementById(id)?.focus();
        },
      },
    );
  const submit = (): void => {
    setMissing(code.trim() === '');
    if (code.trim() === '' || countdown.seconds > 0 || unlock.isPending) return;
    open(code);
  };
  return (
    <Form className="stack gap-16" onSubmit={submit}>
      <CodeField
        id={id}
        words={words}
        text={code}
        isMissing={isMissing}
        onText={setCode}
        autoFocus
      />
      <div role="alert" className="live bad">
        {unlock.error !== null && refusalText(failureOf(unlock.error), say)}
      </div>
      {countdown.seconds > 0 && (
        <p role="timer" className="medium">
          {say('protect.locked.wait', { count: countdown.seconds })}
        </p>
      )}
      <div className="row wrap middle gap-8">
        <Button type="submit" loading={unlock.isPending} disabled={countdown.seconds > 0}>
          {say('protect.locked.do')}
        </Button>
        <Button variant="default" disabled={unlock.isPending} onClick={() => open(null)}>
          {say('protect.locked.again')}
        </Button>
      </div>
    </Form>
  );
}

/** Core counts by itself: this one only says when to try again. */
function waitAfter(failure: Failure, wrong: number): number {
  if (failure.code === 'pin_wait') return Number(failure.detail);
  const isSlowed = failure.code === 'log_code_wrong' && wrong >= FAILURES_BEFORE_DELAY;
  return isSlowed ? PIN_DELAY_MS / 1000 : 0;
}

function refusalText(failure: Failure, say: Say): string {
  if (failure.code === 'log_code_wrong') return say('protect.locked.wrong');
  if (failure.code === 'log_locked') {
    const isReplaced = failure.detail === 'plain_log';
    return say(isReplaced ? 'protect.plain.text' : 'protect.locked.stillLocked');
  }
  if (failure.code === 'internal') return failure.detail ?? failureText(failure, say);
  return failureText(failure, say);
}

/** The log is open, and will be locked again at the next start. */
function NotKept(): ReactNode {
  const say = useSay();
  return (
    <main className={styles.page}>
      <div className={`${styles.box} panel stack gap-16`}>
        <h1 className="text-18 bold">{say('protect.locked.notKept')}</h1>
        <p>{say('protect.locked.notKept.text')}</p>
        <div>
          <Button autoFocus onClick={() => location.reload()}>
            {say('protect.locked.goOn')}
          </Button>
        </div>
      </div>
    </main>
  );
}
