import { type ReactNode, type Ref, useId, useState } from 'react';

import type { OperationInput } from '#shared/contract/operations.ts';
import { COVERAGE_CONDITIONS, type StatementItem } from '#shared/domain/statementComparison.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { TextBox } from '../../ui/TextBox.tsx';

export type Action = OperationInput<'statement.decide'>['action'];

/** The row and the request that a mark is put on: both, where there are both. */
export function namesOf({ row, others, request }: StatementItem) {
  return {
    rows: row === null ? [] : [row.row, ...others],
    intentId: request?.intentId ?? null,
  };
}

/** Of an unknown that is only here: each condition, and whether it holds. */
export function Conditions({ item }: { readonly item: StatementItem }): ReactNode {
  const say = useSay();
  const titleId = useId();
  const { failing, settle } = item;
  if (settle !== 'absent' && failing.length === 0) return null;
  return (
    <section className="stack gap-6" aria-labelledby={titleId}>
      <h3 id={titleId} className="text-14 bold">
        {say(settle === 'absent' ? 'statement.why.may' : 'statement.why.not')}
      </h3>
      <ul className="stack gap-4 text-13">
        {COVERAGE_CONDITIONS.map((condition) => {
          const fails = failing.includes(condition);
          return (
            <li key={condition} className={`row gap-8 ${fails ? 'unknown' : 'muted'}`}>
              <span aria-hidden="true">{fails ? '✗' : '✓'}</span>
              <span>{say(`statement.${fails ? 'fails' : 'holds'}.${condition}`)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type DecidedProps = {
  readonly item: StatementItem;
  readonly isBusy: boolean;
  readonly onDecide: (action: Action) => void;
};

/** What a supervisor decided about the row before. */
export function Decided({ item, isBusy, onDecide }: DecidedProps): ReactNode {
  const say = useSay();
  const { decision, row } = item;
  if (decision === null || row === null) return null;
  const { intentId, reason, note } = decision;
  return (
    <>
      {intentId !== null && (
        <p className="row wrap middle gap-8 text-13">
          <span className="breakable">
            {say('statement.linked')}
            {reason !== '' && ` ${reason}`}
          </span>
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            onClick={() => onDecide({ kind: 'unlink', row: row.row, reason: '' })}
          >
            {say('statement.unlink')}
          </Button>
        </p>
      )}
      {note !== '' && <p className="pad-6-12 pre round-8 on-soft text-13">{note}</p>}
    </>
  );
}

type NoteProps = {
  readonly box: Ref<HTMLInputElement>;
  readonly item: StatementItem;
  readonly onDecide: (action: Action) => void;
};

export function NoteForm({ box, item, onDecide }: NoteProps): ReactNode {
  const say = useSay();
  const [text, setText] = useState('');
  return (
    <form
      className="row middle gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        onDecide({ kind: 'note', ...namesOf(item), text });
        setText('');
      }}
    >
      <span className="grow">
        <TextBox
          ref={box}
          aria-label={say('statement.note')}
          aria-keyshortcuts="N"
          placeholder={say('statement.note')}
          suffix={text === '' ? <KeyCap>N</KeyCap> : null}
          maxLength={2000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.code !== 'Escape') return;
            event.stopPropagation();
            event.currentTarget.blur();
          }}
        />
      </span>
      <Button size="xs" variant="default" type="submit" disabled={text.trim() === ''}>
        {say('statement.note.save')}
      </Button>
    </form>
  );
}
