import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

import type { OperationInput } from '#shared/contract/operations.ts';
import { type SignatureFormat, keyUseOf } from '#shared/dialect/schema.ts';
import type { LabFinding } from '#shared/domain/lab.ts';

import { type Say, useSay } from '../../../i18n/i18n.ts';
import { failureText } from '../../../text/failures.ts';
import { SmallButton } from '../../../ui/form/Buttons.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { Form } from '../../../ui/form/Parts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { compareSignatures } from './labSample.ts';
import form from '../../../ui/form/Form.module.css';
import styles from './Lab.module.css';
import { useSearch } from './queries.ts';
import { Button } from '../../../ui/Button.tsx';

type FoundKnobs = LabFinding['matches'][number];

type Props = {
  /** Null: body or format cannot be used as they are. */
  readonly asked: OperationInput<'lab.explain'> | null;
  readonly made: string | null;
  readonly expected: string;
  readonly onExpected: (expected: string) => void;
  /** Null: the knobs are fixed. */
  readonly onUse: ((knobs: FoundKnobs) => void) | null;
};

/** The provider's own signature of the same body: it matches, or the knobs that make it are looked for. */
export function Compare({ asked, made, expected, onExpected, onUse }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const searching = useSearch();
  const [secret, setSecret] = useState('');
  const pasted = expected.trim();
  const ofNow = JSON.stringify([asked?.body, pasted, secret]);
  const search = (): void => {
    if (asked === null || pasted === '') return;
    const exampleSecret = secret === '' ? null : secret;
    void searching.search({ ...asked, expected: pasted, exampleSecret }, ofNow);
  };
  const found = searching.found?.of === ofNow ? searching.found.finding : null;
  return (
    <Form className="stack gap-8" onSubmit={search}>
      <TextField
        id={`${id}-expected`}
        label={say('lab.expected')}
        hint={say('lab.expected.hint')}
        look="mono"
        maxLength={2048}
        value={expected}
        onText={onExpected}
      />
      <Verdict
        made={made}
        prefix={asked?.dialect.signature.placement.prefix ?? ''}
        expected={expected}
        withExample={secret !== ''}
      />
      <div className={`${styles.search} stack top gap-12`}>
        <TextField
          id={`${id}-secret`}
          label={say('lab.secret')}
          hint={say('lab.secret.hint')}
          type="password"
          autoComplete="new-password"
          maxLength={16_384}
          value={secret}
          onText={setSecret}
        />
        <Button
          type="submit"
          variant="default"
          className={form.besideField}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          loading={searching.pending}
          disabled={pasted === '' || asked === null}
        >
          {say('lab.find')}
        </Button>
      </div>
      {searching.failure !== null && (
        <Notice tone="bad" alert>
          {failureText(searching.failure, say)}
        </Notice>
      )}
      <div role="status">
        {found !== null && (
          <Finding finding={found} present={asked?.dialect.signature ?? null} onUse={onUse} />
        )}
      </div>
    </Form>
  );
}

type VerdictProps = {
  readonly made: string | null;
  /** What the format sends before it. */
  readonly prefix: string;
  readonly expected: string;
  readonly withExample: boolean;
};

function Verdict({ made, prefix, expected, withExample }: VerdictProps): ReactNode {
  const say = useSay();
  const verdict = compareSignatures(made, prefix, expected);
  const isGood = verdict === 'match' || verdict === 'without_prefix';
  return (
    <div role="status">
      {verdict !== null && (
        <Notice tone={isGood ? 'good' : 'bad'}>
          {say(`lab.verdict.${verdict}`, { prefix })}
          {!isGood && withExample && ` ${say('lab.verdict.stored')}`}
        </Notice>
      )}
    </div>
  );
}

type FindingProps = {
  readonly finding: LabFinding;
  /** The knobs as they stand now. */
  readonly present: SignatureFormat | null;
  readonly onUse: ((knobs: FoundKnobs) => void) | null;
};

/** Which knobs make the pasted signature; or that none does, and what to look at next. */
function Finding({ finding, present, onUse }: FindingProps): ReactNode {
  const say = useSay();
  const { matches, problem, tried } = finding;
  if (problem !== null) {
    return <Notice tone="unknown">{say(`lab.searchProblem.${problem}`)}</Notice>;
  }
  if (matches.length === 0) {
    return (
      <Notice tone="unknown" title={say('lab.none', { count: tried })}>
        <p>{say('lab.none.next')}</p>
        <ul className="bullets">
          {(['example', 'secret', 'fields', 'copied', 'other'] as const).map((hint) => (
            <li key={hint}>{say(`lab.none.${hint}`)}</li>
          ))}
        </ul>
      </Notice>
    );
  }
  return (
    <div className="stack gap-8">
      <p>
        <b>{say('lab.found', { count: matches.length })}</b>{' '}
        <span className="muted">
          {say('lab.tried', { count: tried, ms: Math.round(finding.elapsedMs) })}
        </span>
      </p>
      <ul className={form.list}>
        {matches.map((match) => {
          const text = knobsText(match, say);
          const inUse = present !== null && knobsText(present, say) === text;
          return (
            <li key={text} className={form.line}>
              <span>{text}</span>
              {inUse && <span className="text-12 bold good">{say('lab.inUse')}</span>}
              {!inUse && onUse !== null && (
                <SmallButton look="filled" onClick={() => onUse(match)}>
                  {say('lab.use')}
                </SmallButton>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Only the knobs that this algorithm knows. */
function knobsText(knobs: FoundKnobs, say: Say): string {
  const use = keyUseOf(knobs.algorithm);
  const { position, separator } = knobs.secretUse;
  return [
    say(`knob.algorithm.${knobs.algorithm}`),
    ...(use === 'plain'
      ? [
          separator === ''
            ? say(`lab.position.${position}.bare`)
            : say(`lab.position.${position}`, { separator }),
        ]
      : []),
    ...(use === 'rsa' ? [] : [say(`lab.transform.${knobs.keyTransform}`)]),
    say(`summary.output.${knobs.output}`),
  ].join(' · ');
}
