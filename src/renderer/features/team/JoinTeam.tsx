import { type ReactNode, useId, useRef, useState } from 'react';

import { TEAM_CHECK_STEPS, type TeamCheck } from '#shared/domain/team.ts';

import { useDesk } from '../../client/deskContext.ts';
import { failureOf } from '../../client/operation.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { dayTimeText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckLine } from '../../ui/CheckLine.tsx';
import { Field } from '../../ui/Field.tsx';
import form from '../../ui/form/Form.module.css';
import { Facts, Form } from '../../ui/form/Parts.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { TextArea } from '../../ui/TextBox.tsx';
import { useInvitation, useJoin, useTeamCheck } from './queries.ts';
import { causeText, codeIn, nextText } from './standing.ts';

/** An invitation becomes a place in a team. Checking first changes nothing; joining does not ask for it. */
export function JoinTeam(): ReactNode {
  const say = useSay();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useInvitation();
  const [isMissing, setMissing] = useState(false);
  const check = useTeamCheck();
  const join = useJoin();
  const refusal = joinRefusal(join.error, say);
  const begin = (act: (invitation: string) => void): void => {
    const isEmpty = text.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) box.current?.focus();
    else act(text.trim());
  };
  return (
    <Form
      className="stack gap-12"
      onSubmit={() =>
        begin((invitation) => {
          join.mutate(
            { invitation },
            { onSuccess: () => setText(''), onError: () => box.current?.focus() },
          );
        })
      }
    >
      <Field
        id={id}
        label={say('team.invitation')}
        hint={say('team.invitation.hint')}
        error={isMissing ? say('team.invitation.missing') : refusal}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={box}
            look="mono"
            rows={6}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setMissing(false);
              // What was checked or refused was another text.
              check.reset();
              join.reset();
            }}
          />
        )}
      </Field>
      <div className="row wrap middle gap-8">
        <Button
          variant="default"
          loading={check.isPending}
          disabled={join.isPending}
          onClick={() => begin((invitation) => check.mutate({ invitation }))}
        >
          {say('team.check')}
        </Button>
        <Button type="submit" loading={join.isPending} disabled={check.isPending}>
          {say('team.join')}
        </Button>
        <p className="text-13 muted">{say('team.check.text')}</p>
      </div>
      {refusal === null && <ActionError error={join.error} />}
      <ActionError error={check.error} />
      <Checked check={check.data ?? null} isRunning={check.isPending} />
    </Form>
  );
}

/** What stands beside the field; null: nothing of the invitation or the server was refused. */
function joinRefusal(error: Error | null, say: Say): string | null {
  const failure = error === null ? null : failureOf(error);
  if (failure === null) return null;
  const isOfText = failure.code === 'invalid_input';
  const isOfServer = failure.code === 'team_refused' || failure.code === 'team_unreachable';
  const detail = 'detail' in failure ? failure.detail : null;
  const code = isOfText ? 'not_one' : isOfServer ? codeIn(detail) : null;
  if (code === null) return null;
  return say('team.join.refused', { cause: `${causeText(code, say)} ${nextText(code, say)}` });
}

type CheckedProps = { readonly check: TeamCheck | null; readonly isRunning: boolean };

function Checked({ check, isRunning }: CheckedProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const isGood = check?.steps.every(({ status }) => status === 'ok') === true;
  const invitation = check?.invitation ?? null;
  return (
    <>
      <div role="status" className="live">
        {isRunning && <span className="spoken">{say('team.check.running')}</span>}
        {check !== null && (
          <Notice tone={isGood ? 'good' : 'bad'}>
            {say(isGood ? 'team.check.ok' : 'team.check.failed')}
          </Notice>
        )}
      </div>
      {invitation !== null && (
        <Facts
          rows={[
            [say('team.fact.desk'), invitation.desk],
            [say('team.fact.code'), invitation.code ?? say('team.fact.code.none')],
            [say('team.fact.server'), `${invitation.host}:${invitation.port}`],
            [say('team.fact.database'), invitation.database],
            [say('team.fact.until'), dayTimeText(invitation.until, language)],
          ]}
        />
      )}
      {(isRunning || check !== null) && (
        <ol className={form.list} aria-label={say('team.check.steps')}>
          {TEAM_CHECK_STEPS.map((name, at) => (
            <Step
              key={name}
              name={name}
              number={at + 1}
              step={check?.steps.find(({ step }) => step === name) ?? null}
              underWay={isRunning && at === 0}
            />
          ))}
        </ol>
      )}
    </>
  );
}

type StepProps = {
  readonly name: (typeof TEAM_CHECK_STEPS)[number];
  readonly number: number;
  /** Null: not made yet. */
  readonly step: TeamCheck['steps'][number] | null;
  readonly underWay: boolean;
};

function Step({ name, number, step, underWay }: StepProps): ReactNode {
  const say = useSay();
  const code = step?.status === 'failed' ? step.code : null;
  const seen = (): string => {
    if (code !== null) return causeText(code, say);
    return say(step?.status === 'skipped' ? 'team.seen.skipped' : `team.seen.${name}`);
  };
  return (
    <CheckLine
      name={say(`team.step.${name}`)}
      number={number}
      status={step?.status ?? 'waiting'}
      spoken={say(step === null ? 'team.check.waiting' : `team.status.${step.status}`)}
      underWay={underWay}
      next={code === null ? null : nextText(code, say)}
    >
      <p className="breakable">{seen()}</p>
      {step?.status === 'failed' && step.detail !== null && step.detail !== '' && (
        <p className="text-12 muted breakable mono">
          {say('team.detail', { detail: step.detail })}
        </p>
      )}
    </CheckLine>
  );
}
