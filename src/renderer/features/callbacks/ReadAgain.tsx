import type { ReactNode } from 'react';
import { Link } from 'wouter';

import {
  type Callback,
  type CallbackFilter,
  type CallbackTaken,
  takenOf,
} from '#shared/domain/callback.ts';

import { useMay } from '../../client/deskContext.ts';
import { inboxHref } from '../../client/inboxPlace.ts';
import { useSay } from '../../i18n/i18n.ts';
import { matchText } from '../../text/callbacks.ts';
import { clockText } from '../../text/time.ts';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { ToneBadge } from '../../ui/StateBadge.tsx';
import { useOneCallback, useReplay } from './queries.ts';

type Props = { readonly callback: Callback; readonly filter: CallbackFilter };

/** After the provider format was put right: the same bytes once more, by today's rules. What was recorded stays. */
export function ReadAgain(props: Props): ReactNode {
  const say = useSay();
  return (
    <Replay {...props} replay={useReplay()} decided={false} text={say('replay.do')}>
      <span className="muted">{say('replay.text')}</span>
    </Replay>
  );
}

/** A final state was heard before: which one counts is for the operator to decide, once they have asked the provider. */
export function Decide(props: Props): ReactNode {
  const say = useSay();
  const replay = useReplay();
  const later = useLater(props.callback);
  if (later !== null && replay.data === undefined) return null;
  return <Replay {...props} replay={replay} decided text={say('match.decide')} />;
}

/** What came of it when it was read again, last; null: it was not. */
function useLater({ replayedAs }: Callback): Callback | null {
  return useOneCallback(replayedAs ?? null).data ?? null;
}

type ReplayProps = Props & {
  readonly replay: ReturnType<typeof useReplay>;
  readonly decided: boolean;
  readonly text: string;
  readonly children?: ReactNode;
};

function Replay({ callback, filter, replay, decided, text, children }: ReplayProps): ReactNode {
  if (!useMay('resolve')) return null;
  return (
    <div className="stack gap-8">
      <div className="row middle gap-8 text-12">
        <Button
          size="xs"
          variant="default"
          className="rigid"
          aria-busy={replay.isPending}
          // Not disabled meanwhile: it would lose the focus.
          onClick={() => {
            if (!replay.isPending) replay.mutate({ seq: callback.seq, decided });
          }}
        >
          {text}
        </Button>
        {children}
      </div>
      <ActionError error={replay.error} />
      <div role="status">
        {replay.data !== undefined && (
          <Outcome before={callback} after={replay.data.replayed} filter={filter} />
        )}
      </div>
    </div>
  );
}

type OutcomeProps = {
  readonly before: Callback;
  /** Null: it comes out the same. */
  readonly after: Callback | null;
  readonly filter: CallbackFilter;
};

function Outcome({ before, after, filter }: OutcomeProps): ReactNode {
  const say = useSay();
  if (after === null) {
    return (
      <Notice
        tone="calm"
        title={say('replay.same')}
        actions={takenOf(before) !== 'applied' && <FormatLink callback={before} />}
      >
        {say(`replay.same.${adviceOf(before)}`)}
      </Notice>
    );
  }
  const { match, reading } = after;
  const isApplied = takenOf(after) === 'applied';
  return (
    <Notice
      tone={isApplied ? 'good' : 'calm'}
      title={
        isApplied && match.kind === 'request'
          ? say('replay.matched', { order: reading.orderId ?? reading.id ?? '' })
          : say('replay.other')
      }
      actions={
        <>
          <Button href={inboxHref(filter, after.seq)} size="xs" variant="default">
            {say('replay.openNew')}
          </Button>
          {match.kind === 'request' && (
            <Button href={`/log/${match.intentId}`} size="xs" variant="default">
              {say('inbox.openRequest')}
            </Button>
          )}
          {!isApplied && <FormatLink callback={after} />}
        </>
      }
    >
      {matchText(match, reading, say)}.
    </Notice>
  );
}

export function FormatLink({ callback }: { readonly callback: Callback }): ReactNode {
  const say = useSay();
  return (
    <Button href={`/settings/profile/${callback.profileId}/format`} size="xs" variant="default">
      {say('inbox.openFormat')}
    </Button>
  );
}

type Advice = Exclude<CallbackTaken, 'apart'> | 'keys' | 'not_found' | 'ambiguous';

/** What could be put right, and where. */
function adviceOf(callback: Callback): Advice {
  const taken = takenOf(callback);
  if (taken !== 'apart' || callback.match.kind !== 'apart') {
    return taken === 'apart' ? 'not_found' : taken;
  }
  const { why } = callback.match;
  return why === 'unreadable' || why === 'names_nothing' ? 'keys' : why;
}

/** From what was read again to what it came as, and back. */
export function ReplayLinks({ callback, filter }: Props): ReactNode {
  const say = useSay();
  const later = useLater(callback);
  const { replayOf } = callback;
  if (replayOf === null && later === null) return null;
  return (
    <p className="muted">
      {replayOf !== null && (
        <>
          <ToneBadge tone="calm">{say('source.again')}</ToneBadge>{' '}
          <Link href={inboxHref(filter, replayOf)}>{say('replay.original')}</Link>
        </>
      )}
      {later !== null && (
        <>
          {say('replay.since', { time: clockText(later.at) })}{' '}
          <Link href={inboxHref(filter, later.seq)}>{say('replay.openNew')}</Link>
        </>
      )}
    </p>
  );
}
