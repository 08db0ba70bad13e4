import { IconPlugConnected } from '@tabler/icons-react';
import { type UseMutationResult, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { CHECK_STEPS, type CheckStep } from '#shared/domain/connectionCheck.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useClient, useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { callOrThrow } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CheckLine } from '../../../ui/CheckLine.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import form from '../../../ui/form/Form.module.css';
import { LongText } from '../../../ui/LongText.tsx';
import { factLines, nextText, reportText, seenText, verdictOf } from './checkText.ts';

const TONES = { ok: 'good', warning: 'unknown', failed: 'bad' } as const;

type Check = {
  readonly start: () => void;
  /** As far as they are known: while the check runs they arrive as events, at the end all are there. */
  readonly steps: readonly CheckStep[];
} & Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error'>;

function useCheck(profileId: ProfileId): Check {
  const client = useClient();
  const check = useMutation({
    mutationFn: (checkId: string) =>
      callOrThrow(client, 'connection.check', { profileId, checkId }),
  });
  const arrived = useQuery<readonly CheckStep[]>({
    queryKey: KEYS.check(check.variables ?? ''),
    queryFn: skipToken,
  });
  return {
    ...check,
    start: () => check.mutate(crypto.randomUUID()),
    steps: check.data?.steps ?? arrived.data ?? [],
  };
}

/** Step by step along the way of a request, with what was seen at each. Issues nothing. */
export function CheckConnection({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const check = useCheck(profile.id);
  const { steps, isPending: running, isSuccess: finished } = check;
  const started = running || steps.length > 0;
  const verdict = verdictOf(steps);
  const title = `${profile.name}, ${profile.baseUrl}`;
  return (
    <section className="stack gap-12 narrow" aria-label={say('check.do')}>
      <div className="row wrap middle between gap-12">
        <p className="muted text-13">{say('check.text')}</p>
        <div className="row wrap middle gap-8">
          {finished && (
            <CopyButton label={say('check.copy')} text={reportText(title, steps, say, language)} />
          )}
          <Button
            loading={running}
            leftSection={<IconPlugConnected size={16} aria-hidden="true" />}
            onClick={check.start}
          >
            {say(started && !running ? 'check.again' : 'check.do')}
          </Button>
        </div>
      </div>
      <ActionError error={check.error} />
      <div role="status">
        {running && <span className="spoken">{say('check.running')}</span>}
        {finished && <Notice tone={TONES[verdict]}>{say(`check.verdict.${verdict}`)}</Notice>}
      </div>
      {started && (
        <ol className={form.list} aria-label={say('check.steps')}>
          {CHECK_STEPS.map((name, at) => {
            const step = steps.find((known) => known.step === name) ?? null;
            const next = running && step === null && steps.length === at;
            return <Step key={name} name={name} number={at + 1} step={step} underWay={next} />;
          })}
        </ol>
      )}
    </section>
  );
}

type StepProps = {
  readonly name: CheckStep['step'];
  readonly number: number;
  /** Null: not made yet. */
  readonly step: CheckStep | null;
  readonly underWay: boolean;
};

function Step({ name, number, step, underWay }: StepProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const next = step === null ? null : nextText(step, say);
  const facts = step === null ? [] : factLines(step, say, language);
  return (
    <CheckLine
      name={say(`check.step.${name}`)}
      number={number}
      status={step?.status ?? 'waiting'}
      spoken={say(step === null ? 'check.waiting' : `check.status.${step.status}`)}
      underWay={underWay}
      next={next === null ? null : say('check.next', { text: next })}
    >
      {step !== null && (
        <>
          <p className="breakable">{seenText(step, say)}</p>
          {facts.length > 0 && (
            <dl className="stack gap-2 text-12 breakable">
              {facts.map((fact) => (
                <div key={fact.name} className="row wrap gap-8">
                  <dt className="muted">{fact.name}</dt>
                  <dd className="narrow">
                    <LongText text={fact.value} label={fact.name} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
    </CheckLine>
  );
}
