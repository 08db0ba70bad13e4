import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { CompanionHeader } from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { TextKnob } from './Knobs.tsx';

const MOST = 20;

/** Headers beside the signature: fixed ones with placeholders, and secret ones whose value is in the vault. */
export function CompanionHeaders({ editing }: { readonly editing: Editing }): ReactNode {
  const say = useSay();
  const headers = editing.dialect.companionHeaders;
  const put = (next: readonly CompanionHeader[]): void => editing.set('companionHeaders', next);
  // Two that have no name yet are no quarrel.
  const sameHeader = editing.faultAt('companionHeaders') === null ? editing.faultAt('') : null;
  return (
    <section className={styles.block} aria-labelledby="companions-title">
      <h3 id="companions-title" className={styles.subheading}>
        {say('knob.companions')}
      </h3>
      <p className={styles.explanation}>{say('knob.companions.text')}</p>
      {headers.length > 0 && (
        <ul className={styles.rows}>
          {headers.map((header, at) => (
            // Rows have no identity of their own, and a name changes while it is typed.
            <li key={`${header.kind}-${at}`} className={styles.row}>
              <HeaderFields
                header={header}
                path={`companionHeaders.${at}`}
                editing={editing}
                onChange={(next) => put(headers.with(at, next))}
              />
              <Button
                variant="default"
                size="xs"
                className={styles.remove ?? ''}
                aria-label={say('knob.companions.removeNamed', { name: header.name })}
                leftSection={<IconTrash size={14} aria-hidden="true" />}
                onClick={() => put(headers.filter((_, other) => other !== at))}
              >
                {say('format.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {sameHeader !== null && (
        <p role="alert" className={styles.fault}>
          {sameHeader}
        </p>
      )}
      {!editing.readOnly && headers.length < MOST && (
        <div className={styles.buttons}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => put([...headers, { kind: 'fixed', name: '', value: '' }])}
          >
            {say('knob.companions.add')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => put([...headers, { kind: 'secret', name: '', prefix: '' }])}
          >
            {say('knob.companions.addSecret')}
          </Button>
        </div>
      )}
    </section>
  );
}

type FieldsProps = {
  readonly header: CompanionHeader;
  readonly path: string;
  readonly editing: Editing;
  readonly onChange: (header: CompanionHeader) => void;
};

function HeaderFields({ header, path, editing, onChange }: FieldsProps): ReactNode {
  return (
    <div className={styles.knobs}>
      <TextKnob
        word={header.kind === 'secret' ? 'knob.companion.secretName' : 'knob.companion.name'}
        editing={editing}
        path={`${path}.name`}
        value={header.name}
        onChange={(name) => onChange({ ...header, name })}
      />
      {header.kind === 'fixed' ? (
        <TextKnob
          word="knob.companion.value"
          editing={editing}
          path={`${path}.value`}
          value={header.value}
          onChange={(value) => onChange({ ...header, value })}
        />
      ) : (
        <TextKnob
          word="knob.companion.prefix"
          editing={editing}
          path={`${path}.prefix`}
          value={header.prefix}
          onChange={(prefix) => onChange({ ...header, prefix })}
        />
      )}
    </div>
  );
}
