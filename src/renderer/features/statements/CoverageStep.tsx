import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';

import type { StatementCheck } from '#shared/domain/statement.ts';

import { useClient, useDesk } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { dayTimeText } from '../../text/time.ts';
import { wallTime } from '../../text/wallClock.ts';
import { Button } from '../../ui/Button.tsx';
import { FIRST_FOCUS } from '../../ui/Dialog.tsx';
import shared from '../../ui/importing/Importing.module.css';
import { Busy } from '../../ui/importing/Steps.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type CoverageTexts, periodOfRows, readCoverage } from './coverage.ts';
import styles from './Statements.module.css';
import { statementHref } from './statementText.ts';
import type { StatementDraft, StatementImport } from './useStatementImport.ts';
import { ZoneChoice } from './ZoneChoice.tsx';

type Props = {
  readonly draft: StatementDraft;
  readonly check: StatementCheck;
  readonly importing: StatementImport;
};

const LISTS = ['all', 'paid'] as const;

/** What the supervisor states about the file. Only this may prove that a request is not at the provider. */
export function CoverageStep({ draft, check, importing }: Props): ReactNode {
  const say = useSay();
  const { texts, timeZone } = draft;
  const [isPressed, setPressed] = useState(false);
  const record = useRecord(draft, importing);
  const { stated, faults } = readCoverage(texts, timeZone, Date.now());
  const errorOf = (field: keyof CoverageTexts): string | null => {
    const fault = faults[field];
    return isPressed && fault !== undefined ? say(`statement.fault.${fault}`) : null;
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setPressed(true);
    const form = event.currentTarget;
    if (stated === null) setTimeout(() => focusFirstFault(form));
    if (stated !== null && !record.isPending) {
      const { digest, sameFile } = check;
      record.mutate({ digest, stated, again: sameFile !== null });
    }
  };
  return (
    <>
      <SameFile check={check} />
      <CheckFacts check={check} />
      <form className={`${styles.coverage} panel pad-20 stack gap-16`} onSubmit={submit} noValidate>
        <div className="stack gap-4">
          <h2 className="text-18 bold">{say('statement.coverage.title')}</h2>
          <p className="muted">{say('statement.coverage.text')}</p>
        </div>
        <Segments
          label={say('statement.lists')}
          value={texts.lists}
          options={LISTS.map((value) => ({ value, label: say(`statement.lists.${value}`) }))}
          error={errorOf('lists')}
          hint={texts.lists === 'paid' ? say('statement.lists.paid.hint') : null}
          onChange={(lists) => importing.state({ lists })}
        />
        <TimeFields draft={draft} check={check} importing={importing} errorOf={errorOf} />
        <ZoneChoice timeZone={timeZone} onChange={importing.setZone} />
        {record.isPending && <Busy importId={draft.importId} onCancel={null} />}
        <ActionError error={record.error} />
        <div className={`${shared.actions} ${styles.inPanel} row wrap middle gap-8`}>
          <Button type="submit" {...FIRST_FOCUS} loading={record.isPending || importing.isBusy}>
            {say(check.sameFile === null ? 'statement.compare' : 'statement.compare.again')}
          </Button>
          <Button variant="default" onClick={() => importing.goTo('columns')}>
            {say('batch.back.columns')}
          </Button>
          <Button variant="subtle" onClick={importing.close}>
            {say('batch.discard')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** What is not filled in yet: a field, or the first choice of a group. */
function focusFirstFault(form: HTMLFormElement): void {
  form
    .querySelector<HTMLElement>('input[aria-invalid="true"], [aria-invalid="true"] input')
    ?.focus();
}

type TimesProps = Props & {
  readonly errorOf: (field: keyof CoverageTexts) => string | null;
};

/** When the file was made, and from when to when it reaches: by the clock of its zone. */
function TimeFields({ draft, check, importing, errorOf }: TimesProps): ReactNode {
  const say = useSay();
  const { texts, timeZone } = draft;
  const period = periodOfRows(check, timeZone);
  const time = (field: 'madeAt' | 'from' | 'to'): ReactNode => (
    <TextField
      id={`statement-${field}`}
      type="datetime-local"
      label={say(`statement.${field}`)}
      fact={timeZone}
      value={texts[field]}
      error={errorOf(field)}
      onText={(text) => importing.state({ [field]: text })}
    />
  );
  const fill = (word: string, filled: Partial<CoverageTexts>): ReactNode => (
    <div>
      <button type="button" className="chip text-12" onClick={() => importing.state(filled)}>
        {word}
      </button>
    </div>
  );
  return (
    <div className={styles.times}>
      <div className="stack gap-6">
        {time('madeAt')}
        {fill(say('statement.madeAt.now'), { madeAt: wallTime(Date.now(), timeZone) })}
      </div>
      <div className="stack gap-6">
        {time('from')}
        {period !== null && fill(say('statement.period.rows'), period)}
      </div>
      {time('to')}
      <TextField
        id="statement-margin"
        label={say('statement.margin')}
        hint={say('statement.margin.hint')}
        inputMode="numeric"
        value={texts.marginMin}
        error={errorOf('marginMin')}
        onText={(marginMin) => importing.state({ marginMin })}
      />
    </div>
  );
}

type Order = Pick<
  Parameters<typeof callOrThrow<'statement.record'>>[2],
  'digest' | 'stated' | 'again'
>;

/** Recorded, it is compared on a page of its own. */
function useRecord({ importId, statementId }: StatementDraft, importing: StatementImport) {
  const client = useClient();
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (order: Order) =>
      callOrThrow(client, 'statement.record', { importId, statementId, ...order }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: KEYS.statementList });
      importing.close();
      navigate(statementHref(statementId));
    },
  });
}

function SameFile({ check }: Pick<Props, 'check'>): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  if (check.sameFile === null) return null;
  const { statementId, recordedAt } = check.sameFile;
  return (
    <Notice
      tone="unknown"
      alert
      title={say('statement.sameFile')}
      actions={
        <Button size="xs" href={statementHref(statementId)}>
          {say('statement.sameFile.open')}
        </Button>
      }
    >
      <p>{say('statement.sameFile.text', { time: dayTimeText(recordedAt, language) })}</p>
    </Notice>
  );
}

/** What the reading of every row gave. */
function CheckFacts({ check }: Pick<Props, 'check'>): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { rows, refunds, totals, earliest, latest, problems } = check;
  const compared = rows - refunds - totals;
  return (
    <div className="stack gap-4">
      <p className="text-16 bold" role="status">
        {say('statement.readRows', { count: compared, shown: countText(compared) })}
        {earliest !== null && latest !== null && (
          <span className="muted regular text-13">
            {` · ${dayTimeText(earliest, language)} – ${dayTimeText(latest, language)}`}
          </span>
        )}
      </p>
      {refunds + totals > 0 && (
        <p className="text-13 muted">
          {say('statement.aside', { refunds: countText(refunds), totals: countText(totals) })}
        </p>
      )}
      {problems.length > 0 && (
        <ul className="bullets text-13 unknown">
          {problems.map(({ field, code, rows: count, first }) => (
            <li key={`${field} ${code}`}>
              {field !== null && `${say(`statement.field.${field}`)}: `}
              {say(`statement.problem.${code}`)}
              {` · ${say('statement.problem.rows', { count, shown: countText(count), first })}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
