import { type ReactNode, useId, useState } from 'react';

import { NO_STATEMENT_FILTER, type StatementItem } from '#shared/domain/statementComparison.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useDebouncedValue, useRowTimes } from '../../ui/hooks.ts';
import { ActionError, QueryError } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useCandidates, useDecide } from './queries.ts';
import { type LineName, centsText, lineOf } from './statementText.ts';

type Props = { readonly statementId: string; readonly item: StatementItem };

/** Joins a row that no request has with a request that no row has. Offered for either, on record with its reason. */
export function LinkByHand({ statementId, item }: Props): ReactNode {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const isLonely =
    item.class === 'only_here' ||
    item.class === 'only_there' ||
    (item.class === 'unreadable' && item.request === null);
  if (!isLonely) return null;
  return (
    <div className="stack gap-12">
      <div>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {say('statement.link')}
        </Button>
      </div>
      {isOpen && <LinkForm statementId={statementId} item={item} />}
    </div>
  );
}

const TYPING_MS = 200;

function LinkForm({ statementId, item }: Props): ReactNode {
  const say = useSay();
  const group = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<LineName | null>(null);
  const [reason, setReason] = useState('');
  const decide = useDecide();
  const wanted = item.request === null ? 'only_here' : 'only_there';
  const candidates = useCandidates(statementId, {
    ...NO_STATEMENT_FILTER,
    classes: wanted === 'only_here' ? ['only_here'] : ['only_there', 'unreadable'],
    text: useDebouncedValue(text, TYPING_MS),
  });
  const items = (candidates.data?.items ?? []).filter(
    ({ request, row }) => (wanted === 'only_here' ? request : row) !== null,
  );
  const other = items.find((one) => lineOf(one) === chosen) ?? null;
  const row = item.row ?? other?.row ?? null;
  const request = item.request ?? other?.request ?? null;
  const canLink = row !== null && request !== null && other !== null && reason.trim() !== '';
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        if (row === null || request === null || !canLink || decide.isPending) return;
        const { intentId } = request;
        decide.mutate({ statementId, action: { kind: 'link', row: row.row, intentId, reason } });
      }}
    >
      <TextField
        id={`${group}-search`}
        label={say(`statement.link.${wanted}`)}
        value={text}
        onText={setText}
      />
      <QueryError of={candidates} />
      {candidates.data !== undefined && items.length === 0 && (
        <p className="muted text-13">{say('statement.link.none')}</p>
      )}
      {items.length > 0 && (
        <ul className="stack gap-4 text-13" aria-label={say('statement.link.candidates')}>
          {items.map((one) => (
            <Candidate
              key={lineOf(one)}
              group={group}
              item={one}
              isChosen={lineOf(one) === chosen}
              onChoose={() => setChosen(lineOf(one))}
            />
          ))}
        </ul>
      )}
      <TextField
        id={`${group}-reason`}
        label={say('statement.link.reason')}
        fact={say('batch.required')}
        maxLength={2000}
        value={reason}
        onText={setReason}
      />
      <ActionError error={decide.error} />
      <div>
        <Button size="xs" type="submit" disabled={!canLink} loading={decide.isPending}>
          {say('statement.link.do')}
        </Button>
      </div>
    </form>
  );
}

type CandidateProps = {
  readonly group: string;
  readonly item: StatementItem;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

function Candidate({ group, item, isChosen, onChoose }: CandidateProps): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { request, row } = item;
  const at = request?.at ?? row?.at ?? null;
  const one = request ?? row;
  const texts = [
    row === null ? '' : say('statement.line.row', { row: row.row }),
    one?.orderId ?? '',
    hide(centsText(one?.cents ?? null, one?.currency ?? null, language)),
    hide(one?.customer ?? ''),
    at === null ? '' : times.short(at),
  ];
  return (
    <li>
      <label className="row top gap-8 hand">
        <input type="radio" className="tick" name={group} checked={isChosen} onChange={onChoose} />
        <span className="breakable">{texts.filter((text) => text !== '').join(' · ')}</span>
      </label>
    </li>
  );
}
