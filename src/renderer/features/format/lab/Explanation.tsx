import { Fragment, type ReactNode } from 'react';

import { type Algorithm, keyUseOf } from '#shared/dialect/schema.ts';
import type { LabExplanation } from '#shared/domain/lab.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import form from '../../../ui/form/Form.module.css';
import styles from './Lab.module.css';

type Props = {
  readonly explanation: LabExplanation;
  readonly algorithm: Algorithm;
  /** Stands beneath the signature: what it is compared with. */
  readonly children: ReactNode;
};

/** Step by step, from the fields to what travels. Secrets are dotted by core before they come here. */
export function Explanation({ explanation, algorithm, children }: Props): ReactNode {
  const say = useSay();
  const { signature, problem, request } = explanation;
  return (
    <ol className={styles.steps}>
      <Step title={say('lab.toSign')} copy={explanation.stringToSign}>
        <div className={styles.segments}>
          {explanation.segments.map(({ field, value }, at) => (
            <Fragment key={field}>
              {at > 0 && <span className={styles.separator}>::</span>}
              <span className={styles.segment}>
                <span className={styles.segmentField}>{field}</span>
                <span className={styles.segmentValue}>{value}</span>
              </span>
            </Fragment>
          ))}
        </div>
      </Step>
      <Step title={say('lab.input')}>
        <p className={form.text}>{say(`lab.input.${keyUseOf(algorithm)}`)}</p>
        <pre className={form.code}>{explanation.input}</pre>
      </Step>
      <Step title={say('lab.signature')} {...(signature === null ? {} : { copy: signature })}>
        {signature !== null && (
          <pre className={`${form.code ?? ''} ${styles.signature ?? ''}`}>{signature}</pre>
        )}
        {problem !== null && <Notice tone="unknown">{say(`lab.problem.${problem}`)}</Notice>}
        {children}
      </Step>
      <Step title={say('lab.request')} copy={requestText(request)}>
        <p className={form.text}>{say('lab.request.text')}</p>
        <pre className={form.code}>{requestText(request)}</pre>
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
    <li className={styles.step}>
      <div className={styles.stepHead}>
        <h4 className={styles.stepTitle}>{title}</h4>
        {copy !== undefined && (
          <CopyButton
            label={say('lab.copy')}
            text={copy}
            locked={false}
            onCopied={() => Promise.resolve(true)}
          />
        )}
      </div>
      {children}
    </li>
  );
}

function requestText({ method, url, headers, body }: LabExplanation['request']): string {
  const head = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...head, '', body].join('\n');
}
