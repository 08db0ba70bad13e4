import type { ReactNode } from 'react';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { StatementField, StatementRow } from '#shared/domain/statement.ts';
import type { ComparedRequest, StatementItem } from '#shared/domain/statementComparison.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { type Language, type Say, useSay } from '../../i18n/i18n.ts';
import { dayTimeText } from '../../text/time.ts';
import styles from './Statements.module.css';
import { centsText, problemsText } from './statementText.ts';

type Pair = OperationOutput<'statement.pair'>;
type Props = {
  readonly pair: Pair;
  /** The other side of a suggestion. */
  readonly suggested: Pair | null;
};

const FIELDS = [
  'order_id',
  'remote_id',
  'amount',
  'paid_amount',
  'state',
  'time',
  'customer',
  'fee',
] as const satisfies readonly StatementField[];
type Shown = (typeof FIELDS)[number];

/** The request beside every row about it; what differs is marked, and said. */
export function PairTable({ pair, suggested }: Props): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const request = pair.item.request ?? suggested?.item.request ?? null;
  const rows = pair.rows.length > 0 ? pair.rows : (suggested?.rows ?? []);
  const paid = pair.request?.paid ?? suggested?.request?.paid ?? null;
  const sides = FIELDS.map((field) => ({
    field,
    here: request === null ? '' : hereText(field, request, paid?.amount ?? '', language, say),
    there: rows.map((row) => thereText(field, row, language)),
  })).filter(({ here, there }) => here !== '' || there.some((text) => text !== ''));
  return (
    <div className={styles.pairFrame}>
      <table className={styles.pair}>
        <caption className="spoken">{say('statement.pair')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{say('statement.here')}</th>
            {rows.length === 0 && <th scope="col">{say('statement.there')}</th>}
            {rows.map(({ row }) => (
              <th key={row} scope="col">
                {say('statement.there.row', { row })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sides.map(({ field, here, there }) => {
            const differs = isDifferent(field, pair.item, suggested !== null, here, there);
            return (
              <tr key={field} data-differs={differs}>
                <th scope="row">
                  {say(`statement.field.${field}`)}
                  {differs && <span className="block text-12">{say('statement.differs')}</span>}
                </th>
                <td>{here === '' ? '—' : isPersonal(field) ? hide(here) : here}</td>
                {there.length === 0 && <td>—</td>}
                {there.map((text, at) => (
                  <td key={rows[at]?.row}>
                    {text === '' ? '—' : isPersonal(field) ? hide(text) : text}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <FileCells rows={rows} headers={pair.headers} />
    </div>
  );
}

function isPersonal(field: Shown): boolean {
  return field === 'amount' || field === 'paid_amount' || field === 'customer' || field === 'fee';
}

const COMPARED: Readonly<Partial<Record<Shown, StatementItem['differences'][number]>>> = {
  remote_id: 'remote_id',
  amount: 'amount',
  paid_amount: 'paid_amount',
  state: 'state',
};

/** A suggestion has no verdict yet: what is written otherwise is marked, so that it is looked at before it is accepted. */
function isDifferent(
  field: Shown,
  { differences }: StatementItem,
  isSuggested: boolean,
  here: string,
  there: readonly string[],
): boolean {
  if (isSuggested) {
    const isHeld = field === 'order_id' || field === 'amount' || field === 'customer';
    return isHeld && here !== '' && there.some((text) => text !== '' && text !== here);
  }
  if (field === 'amount' && differences.includes('currency')) return true;
  const name = COMPARED[field];
  return name !== undefined && differences.includes(name);
}

function hereText(
  field: Shown,
  request: ComparedRequest,
  paid: string,
  language: Language,
  say: Say,
): string {
  switch (field) {
    case 'order_id':
      return request.orderId;
    case 'remote_id':
      return request.remoteId ?? '';
    case 'amount':
      return centsText(request.cents, request.currency, language);
    case 'paid_amount':
      return paid;
    case 'state':
      return stateHere(request, say);
    case 'time':
      return dayTimeText(request.at, language);
    case 'customer':
      return request.customer ?? '';
    case 'fee':
      return '';
  }
}

/** A state of the provider's answer is no later word that could contradict the file. */
function stateHere({ outcome, resolution, state, isHeard }: ComparedRequest, say: Say): string {
  if (outcome === 'unknown') return say(`state.${resolution ?? 'unknown'}Short`);
  if (outcome !== 'accepted' || state === null) return say(`log.outcome.${outcome}`);
  return isHeard ? state : say('statement.state.asAnswered', { state });
}

function thereText(field: Shown, row: StatementRow, language: Language): string {
  const { currency } = row;
  switch (field) {
    case 'order_id':
      return withBlanks(row.orderId ?? '');
    case 'remote_id':
      return withBlanks(row.remoteId ?? '');
    case 'amount':
      return centsText(row.cents, currency, language);
    case 'paid_amount':
      return centsText(row.paidCents, currency, language);
    case 'state':
      return row.state ?? '';
    case 'time':
      return row.at === null ? '' : dayTimeText(row.at, language);
    case 'customer':
      return row.customer ?? '';
    case 'fee':
      return centsText(row.feeCents, currency, language);
  }
}

/** Blanks at the ends of an id are why it is no match, and cannot be seen otherwise. */
function withBlanks(id: string): string {
  return id.replaceAll(/^\s+|\s+$/gu, (blanks) => '·'.repeat(blanks.length));
}

type CellsProps = {
  readonly rows: readonly StatementRow[];
  readonly headers: readonly string[];
};

/** The rows as they stand in the file. */
function FileCells({ rows, headers }: CellsProps): ReactNode {
  const say = useSay();
  const { on: isPrivate } = usePrivacy();
  if (rows.length === 0) return null;
  return (
    <details className="fold text-13 above-8">
      <summary>{say('statement.cells')}</summary>
      {rows.map((row) => (
        <dl key={row.row} className="stack gap-4 above-8">
          {row.problems.length > 0 && <p className="unknown">{problemsText(row, say)}</p>}
          {row.cells.map((cell, at) => (
            <div key={at} className="fact">
              <dt>{headers[at] ?? ''}</dt>
              <dd className="mono">{isPrivate ? '•••' : cell}</dd>
            </div>
          ))}
        </dl>
      ))}
    </details>
  );
}
