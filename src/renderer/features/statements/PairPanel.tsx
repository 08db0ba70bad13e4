import { IconChevronDown, IconChevronUp, IconFlag } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'wouter';

import type { StatementItem } from '#shared/domain/statementComparison.ts';

import { requestHref } from '../../client/requests.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/Detail.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { isTyping, useWindowKey } from '../../ui/keys.ts';
import { ActionError, Notice, QueryError } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LinkByHand } from './LinkByHand.tsx';
import { type Action, Conditions, Decided, NoteForm, namesOf } from './PairDecisions.tsx';
import { PairTable } from './PairTable.tsx';
import { useDecide, usePair } from './queries.ts';
import { FindingNotice } from './StatementLink.tsx';
import styles from './Statements.module.css';
import { type LineName, isFlagged, saysText, statementHref } from './statementText.ts';

type Props = {
  readonly statementId: string;
  readonly line: LineName;
  readonly onStep: (by: 1 | -1) => void;
};

/** Both records of one line, and what can be decided about it. */
export function PairPanel({ statementId, line, onStep }: Props): ReactNode {
  const say = useSay();
  const [, navigate] = useLocation();
  const pair = usePair(statementId, line);
  const item = pair.data?.item ?? null;
  const suggestion = item?.suggestion ?? null;
  const other = usePair(statementId, otherLine(item));
  const suggested = suggestion === null ? null : (other.data ?? null);
  const decide = useDecide();
  const note = useRef<HTMLInputElement>(null);
  const close = (): void => navigate(statementHref(statementId));
  const act = (action: Action): void => {
    if (!decide.isPending) decide.mutate({ statementId, action });
  };
  const accept = (): void => {
    if (suggestion !== null) act({ kind: 'accept', row: suggestion.row });
  };
  const flag =
    item === null ? null : () => act({ kind: 'flag', ...namesOf(item), flagged: !isFlagged(item) });
  useWindowKey((event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.code === 'Escape') close();
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (isHeld || isTyping(event.target)) return;
    if (event.code === 'KeyJ') onStep(1);
    if (event.code === 'KeyK') onStep(-1);
    if (event.code === 'KeyA') accept();
    if (event.code === 'KeyF') flag?.();
    if (event.code === 'KeyN') {
      // The letter is not to be typed into the box that it opens.
      event.preventDefault();
      note.current?.focus();
    }
  });
  return (
    <div className="stack gap-12">
      <div className={`${styles.pairHead} row wrap middle gap-4`}>
        <Press word="statement.next" cap="J" onPress={() => onStep(1)}>
          <IconChevronDown size={16} aria-hidden="true" />
        </Press>
        <Press word="statement.previous" cap="K" onPress={() => onStep(-1)}>
          <IconChevronUp size={16} aria-hidden="true" />
        </Press>
        {item !== null && (
          <Press
            word={isFlagged(item) ? 'statement.unflag' : 'statement.flag'}
            cap="F"
            isOn={isFlagged(item)}
            onPress={() => flag?.()}
          >
            <IconFlag size={16} aria-hidden="true" />
          </Press>
        )}
        <CloseButton className="push" onClose={close} />
      </div>
      <ActionError error={decide.error} />
      {pair.isPending && <Skeleton height={240} />}
      <QueryError of={pair} />
      {pair.data !== undefined && (
        <div className="panel pad-16 stack gap-12 fluid">
          <div className="stack gap-2">
            <h2 className="text-16 bold">{say(`statement.class.${pair.data.item.class}`)}</h2>
            <p className="muted">{saysText(pair.data.item, say)}</p>
          </div>
          {suggestion !== null && (
            <Suggestion isLoaded={suggested !== null} isBusy={decide.isPending} onAccept={accept} />
          )}
          <PairTable pair={pair.data} suggested={suggested} />
          {pair.data.request !== null && (
            <FindingNotice
              request={pair.data.request}
              isBusy={decide.isPending}
              onDealtWith={() => act({ kind: 'flag', ...namesOf(pair.data.item), flagged: false })}
            />
          )}
          <Conditions item={pair.data.item} />
          <Decided item={pair.data.item} isBusy={decide.isPending} onDecide={act} />
          <NoteForm key={line} box={note} item={pair.data.item} onDecide={act} />
          <LinkByHand key={`link ${line}`} statementId={statementId} item={pair.data.item} />
          {pair.data.request !== null && (
            <Link href={requestHref(pair.data.request.intentId)} className="text-13">
              {say('statement.openRequest')}
            </Link>
          )}
        </div>
      )}
    </div>
  );
}

/** The side of a suggestion that is not in the line itself. */
function otherLine(item: StatementItem | null): LineName | null {
  if (item === null || item.suggestion === null) return null;
  const { row, intentId } = item.suggestion;
  return item.request === null ? intentId : `row-${row}`;
}

type PressProps = {
  readonly word: 'statement.next' | 'statement.previous' | 'statement.flag' | 'statement.unflag';
  readonly cap: string;
  /** Of a switch, which has its word beside its sign. */
  readonly isOn?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function Press({ word, cap, isOn, onPress, children }: PressProps): ReactNode {
  const say = useSay();
  return (
    <button
      type="button"
      className="quiet"
      aria-keyshortcuts={cap}
      title={say(word)}
      {...(isOn === undefined ? { 'aria-label': say(word) } : { 'aria-pressed': isOn })}
      onClick={onPress}
    >
      {children}
      {isOn !== undefined && say(word)}
      <KeyCap>{cap}</KeyCap>
    </button>
  );
}

type SuggestionProps = {
  readonly isLoaded: boolean;
  readonly isBusy: boolean;
  readonly onAccept: () => void;
};

/** Never applied by itself. */
function Suggestion({ isLoaded, isBusy, onAccept }: SuggestionProps): ReactNode {
  const say = useSay();
  return (
    <Notice
      tone="calm"
      title={say('statement.suggestion')}
      actions={
        <Button
          size="xs"
          aria-keyshortcuts="A"
          loading={isBusy}
          disabled={!isLoaded}
          rightSection={<KeyCap>A</KeyCap>}
          onClick={onAccept}
        >
          {say('statement.accept')}
        </Button>
      }
    >
      <p>{say('statement.suggestion.text')}</p>
    </Notice>
  );
}
