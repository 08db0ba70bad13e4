import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { type SignatureFormat, keyUseOf } from '#shared/dialect/schema.ts';
import type { LabFinding } from '#shared/domain/lab.ts';

import { type Say, useSay } from '../../../i18n/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import form from '../../../ui/form/Form.module.css';
import styles from './Lab.module.css';

export type FoundKnobs = LabFinding['matches'][number];

type Props = {
  readonly finding: LabFinding;
  /** The knobs as they stand now. */
  readonly present: SignatureFormat | null;
  readonly onUse: ((knobs: FoundKnobs) => void) | null;
};

/** Which knobs make the pasted signature; or that none does, and what to look at next. */
export function Finding({ finding, present, onUse }: Props): ReactNode {
  const say = useSay();
  const { matches, problem, tried } = finding;
  if (problem !== null) {
    return <Notice tone="unknown">{say(`lab.searchProblem.${problem}`)}</Notice>;
  }
  if (matches.length === 0) {
    return (
      <Notice tone="unknown" title={say('lab.none', { count: tried })}>
        <p>{say('lab.none.next')}</p>
        <ul className={styles.hints}>
          {(['example', 'secret', 'fields', 'copied', 'other'] as const).map((hint) => (
            <li key={hint}>{say(`lab.none.${hint}`)}</li>
          ))}
        </ul>
      </Notice>
    );
  }
  return (
    <div className={styles.found}>
      <p className={styles.foundTitle}>
        {say('lab.found', { count: matches.length })}{' '}
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
              {inUse && <span className={form.badge}>{say('lab.inUse')}</span>}
              {!inUse && onUse !== null && (
                <Button size="xs" onClick={() => onUse(match)}>
                  {say('lab.use')}
                </Button>
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
