import { type ReactNode, useEffect, useRef, useState } from 'react';

import type { Protection, ProtectionChange } from '#shared/domain/protection.ts';

import {
  useNewLogCode,
  useProtect,
  useProtecting,
  useProtection,
  useResumeSwitch,
  useUnprotect,
} from '../../../client/protection.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Question } from '../../../ui/form/Buttons.tsx';
import { Block } from '../../../ui/form/Parts.tsx';
import { ActionError, Notice, QueryError } from '../../../ui/Notice.tsx';
import { ShownCode } from '../../../ui/ShownCode.tsx';

/** Protection at rest: on, off, or another key. What it does not protect is said beside it. */
export function Protect(): ReactNode {
  const say = useSay();
  const protection = useProtection();
  return (
    <Block title={say('protect.title')} text={say('protect.text')}>
      <p className="muted">{say('protect.limit')}</p>
      <QueryError of={protection} />
      {protection.data !== undefined && <Switching protection={protection.data} />}
    </Block>
  );
}

function Switching({ protection }: { readonly protection: Protection }): ReactNode {
  const say = useSay();
  const newCode = useNewLogCode();
  const protect = useProtect();
  const unprotect = useUnprotect();
  const resume = useResumeSwitch();
  const [asked, setAsked] = useState<ProtectionChange | null>(null);
  const [done, setDone] = useState<ProtectionChange | null>(null);
  const statusLine = useRef<HTMLParagraphElement>(null);
  // What was pressed is gone when a switch is over.
  useEffect(() => {
    if (done !== null) statusLine.current?.focus();
  }, [done]);
  const { state, isRunning, isUnfinished } = protection;
  const ask = (change: ProtectionChange): void => {
    setDone(null);
    setAsked(change);
    for (const one of [protect, unprotect, resume]) one.reset();
    if (change !== 'off') newCode.mutate({});
  };
  const end = (change: ProtectionChange | null): void => {
    setAsked(null);
    setDone(change);
    newCode.reset();
  };
  const unfinished = isUnfinished ? protect.error : null;
  const isSwitching = isRunning || protect.isPending || unprotect.isPending || resume.isPending;
  return (
    <>
      <p ref={statusLine} tabIndex={-1} role="status" className="landing live">
        {!isSwitching && (done === null ? say(`protect.${state}`) : say(`protect.done.${done}`))}
      </p>
      {isSwitching && <Progress />}
      {isUnfinished && !isSwitching && (
        <Notice
          tone="unknown"
          title={say('protect.unfinished')}
          actions={
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setAsked(null);
                protect.reset();
                resume.mutate({});
              }}
            >
              {say('protect.resume')}
            </Button>
          }
        >
          {say('protect.unfinished.text')}
        </Notice>
      )}
      {!isSwitching && (asked === null || asked === 'off') && !isUnfinished && (
        <Choices state={state} isAsking={newCode.isPending} onAsk={ask} />
      )}
      {asked === 'off' && !isSwitching && (
        <TurnOff
          onDo={() => unprotect.mutate({}, { onSuccess: () => end('off') })}
          onCancel={() => end(null)}
        />
      )}
      {/* It stays while the files are written: a refusal is said beside what was typed. */}
      {asked !== null && asked !== 'off' && !isUnfinished && newCode.data !== undefined && (
        <div hidden={isSwitching}>
          <LogCode
            shown={newCode.data}
            isNewKey={asked === 'new_key'}
            protect={protect}
            onDone={() => end(asked)}
            onCancel={() => end(null)}
          />
        </div>
      )}
      <ActionError error={newCode.error ?? unprotect.error ?? resume.error ?? unfinished} />
    </>
  );
}

type ChoicesProps = {
  readonly state: Protection['state'];
  readonly isAsking: boolean;
  readonly onAsk: (change: ProtectionChange) => void;
};

function Choices({ state, isAsking, onAsk }: ChoicesProps): ReactNode {
  const say = useSay();
  if (state === 'off') {
    return (
      <div>
        <Button loading={isAsking} onClick={() => onAsk('on')}>
          {say('protect.do')}
        </Button>
      </div>
    );
  }
  return (
    <div className="row wrap middle gap-8">
      <Button variant="default" loading={isAsking} onClick={() => onAsk('new_key')}>
        {say('protect.newKey')}
      </Button>
      <Button variant="default" onClick={() => onAsk('off')}>
        {say('protect.turnOff')}
      </Button>
    </div>
  );
}

type LogCodeProps = {
  readonly shown: { readonly confirmId: string; readonly code: string };
  readonly isNewKey: boolean;
  readonly protect: ReturnType<typeof useProtect>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

function LogCode({ shown, isNewKey, protect, onDone, onCancel }: LogCodeProps): ReactNode {
  const say = useSay();
  const { confirmId, code } = shown;
  return (
    <ShownCode
      key={confirmId}
      code={code}
      words={{
        title: say('protect.code.title'),
        text: say(isNewKey ? 'protect.code.newText' : 'protect.code.text'),
        copy: say('protect.code.copy'),
        label: say('protect.code.back'),
        hint: say('protect.code.back.hint'),
        missing: say('protect.code.missing'),
        confirm: say('protect.code.confirm'),
        cancel: say('protect.code.cancel'),
      }}
      error={protect.error}
      isPending={protect.isPending}
      onTyped={(typed) => protect.mutate({ confirmId, code: typed }, { onSuccess: onDone })}
      onCancel={onCancel}
    />
  );
}

type TurnOffProps = { readonly onDo: () => void; readonly onCancel: () => void };

function TurnOff({ onDo, onCancel }: TurnOffProps): ReactNode {
  const say = useSay();
  return (
    <Question
      title={say('protect.turnOff.title')}
      yes={say('protect.turnOff.do')}
      no={say('protect.turnOff.cancel')}
      onYes={onDo}
      onNo={onCancel}
    >
      {say('protect.turnOff.text')}
    </Question>
  );
}

function Progress(): ReactNode {
  const say = useSay();
  const progress = useProtecting();
  const share = progress === null ? 0 : (progress.done / progress.of) * 100;
  return (
    <div className="stack gap-8">
      <div
        role="progressbar"
        className="progress"
        aria-label={say('protect.bar')}
        aria-valuemin={0}
        aria-valuemax={progress?.of ?? 1}
        {...(progress === null ? {} : { 'aria-valuenow': progress.done })}
      >
        <div style={{ inlineSize: `${share}%` }} />
      </div>
      <p role="status" className="muted text-13 breakable">
        {progress !== null &&
          (progress.file === ''
            ? say('protect.progress.ending', progress)
            : say('protect.progress', progress))}
      </p>
      <p className="muted text-13">{say('protect.running')}</p>
    </div>
  );
}
