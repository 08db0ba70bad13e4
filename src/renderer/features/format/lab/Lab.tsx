import { Fragment, type ReactNode, useMemo } from 'react';

import { type Algorithm, dialectSchema, keyUseOf } from '#shared/dialect/schema.ts';
import type { LabExplanation } from '#shared/domain/lab.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import type { FormatDraft } from '../useFormatDraft.ts';
import form from '../../../ui/form/Form.module.css';
import styles from './Lab.module.css';
import { bodyOf } from './labSample.ts';
import { Compare } from './Compare.tsx';
import { useExplanation } from './queries.ts';
import { Sample } from './Sample.tsx';
import { useDebouncedValue } from '../../../ui/hooks.ts';

const TYPING_MS = 150;

type Props = {
  readonly profile: Profile;
  readonly draft: FormatDraft;
  readonly readOnly: boolean;
};

/** From the provider's document to working knobs: what is signed, how, and whether it is what the provider expects. */
export function Lab({ profile, draft, readOnly }: Props): ReactNode {
  const say = useSay();
  const { dialect, sample } = draft;
  const body = useMemo(() => bodyOf(sample), [sample]);
  const asked = useMemo(() => {
    const usable = dialectSchema.safeParse(dialect);
    return usable.success && body.ok
      ? { profileId: profile.id, dialect: usable.data, body: body.value }
      : null;
  }, [dialect, body, profile.id]);
  const settled = useDebouncedValue(asked, TYPING_MS);
  const explained = useExplanation(settled);
  const explanation = explained.data ?? null;
  return (
    <section
      className={`${styles.lab} stack narrow gap-12 pad-16 framed round-12 on-ground`}
      aria-labelledby="lab-title"
      data-knob="signature"
    >
      <div className="stack gap-4">
        <h3 id="lab-title" className="text-14 bold breakable">
          {say('lab.title')}
        </h3>
        <p className={form.text}>{say('lab.text')}</p>
      </div>
      <Sample profile={profile} sample={sample} onChange={draft.setSample} body={body} />
      <ActionError error={explained.error} />
      {asked === null && <p className="text-13 medium unknown">{say('lab.stale')}</p>}
      {explanation !== null && (
        <div className={styles.explained} data-stale={asked === null}>
          <Explanation explanation={explanation} algorithm={dialect.signature.algorithm}>
            <Compare
              asked={asked}
              made={explanation.signature}
              expected={draft.expected}
              onExpected={draft.setExpected}
              onUse={
                readOnly
                  ? null
                  : (knobs) => draft.set('signature', { ...dialect.signature, ...knobs })
              }
            />
          </Explanation>
        </div>
      )}
    </section>
  );
}

type ExplanationProps = {
  readonly explanation: LabExplanation;
  readonly algorithm: Algorithm;
  /** Stands beneath the signature: what it is compared with. */
  readonly children: ReactNode;
};

/** Step by step, from the fields to what travels. Secrets are dotted by core before they come here. */
function Explanation({ explanation, algorithm, children }: ExplanationProps): ReactNode {
  const say = useSay();
  const { signature, problem, request } = explanation;
  return (
    <ol className="stack gap-16">
      <Step title={say('lab.toSign')} copy={explanation.stringToSign}>
        <div className="code row wrap bottom gap-4 framed on-panel">
          {explanation.segments.map(({ field, value }, at) => (
            <Fragment key={field}>
              {at > 0 && <span className="muted">::</span>}
              <span className="stack">
                <span className="text-12 muted sans">{field}</span>
                <span>{value}</span>
              </span>
            </Fragment>
          ))}
        </div>
      </Step>
      <Step title={say('lab.input')}>
        <p className={form.text}>{say(`lab.input.${keyUseOf(algorithm)}`)}</p>
        <pre className={`code framed ${form.code}`}>{explanation.input}</pre>
      </Step>
      <Step title={say('lab.signature')} {...(signature === null ? {} : { copy: signature })}>
        {signature !== null && <pre className={`code framed bold ${form.code}`}>{signature}</pre>}
        {problem !== null && <Notice tone="unknown">{say(`lab.problem.${problem}`)}</Notice>}
        {children}
      </Step>
      <Step title={say('lab.request')} copy={requestText(request)}>
        <p className={form.text}>{say('lab.request.text')}</p>
        <pre className={`code framed ${form.code}`}>{requestText(request)}</pre>
      </Step>
    </ol>
  );
}

type StepProps = {
  readonly title: string;
  readonly copy?: string;
  readonly children: ReactNode;
};

function Step({ title, copy, children }: StepProps): ReactNode {
  const say = useSay();
  return (
    <li className="stack gap-8">
      <div className="row middle between gap-12">
        <h4 className="text-13 bold">{title}</h4>
        {copy !== undefined && <CopyButton label={say('lab.copy')} text={copy} />}
      </div>
      {children}
    </li>
  );
}

function requestText({ method, url, headers, body }: LabExplanation['request']): string {
  const head = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...head, '', body].join('\n');
}
