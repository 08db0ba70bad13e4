import { type ReactNode, useCallback, useMemo } from 'react';

import type { ProfileId } from '#shared/domain/ids.ts';
import { isPaidUnsettled } from '#shared/domain/paid.ts';
import type { Profile, StateWord } from '#shared/domain/profile.ts';
import { type DepositRequest, isUnresolved } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { useDesk } from '../client/deskContext.ts';
import { type Say, useSay } from '../i18n/i18n.ts';
import type { Tone } from './Notice.tsx';
import styles from './StateBadge.module.css';

type Props = { readonly request: DepositRequest; readonly short?: boolean };

/** The outcome in a word and a colour; an accepted one carries the provider's own word, as last heard. */
export function StateBadge({ request, short = false }: Props): ReactNode {
  const say = useSay();
  const words = useStateWords();
  const heard = request.heard?.state ?? null;
  const said = request.outcome === 'accepted' ? (heard ?? request.answer.record.state) : null;
  return (
    <OutcomeBadge
      outcome={request.outcome}
      isOpen={isUnresolved(request)}
      known={words(request.profileId, said)}
      isOtherAmount={isPaidUnsettled(request)}
      {...(request.outcome === 'rejected' ? { title: say('state.rejected') } : {})}
    >
      {wordOf(request, short, say)}
    </OutcomeBadge>
  );
}

type BadgeProps = {
  readonly outcome: DepositRequest['outcome'];
  /** Without an answer and not resolved. */
  readonly isOpen: boolean;
  /** What the word means at the profile. */
  readonly known?: StateWord | null;
  /** Another amount was paid, and no decision is recorded. */
  readonly isOtherAmount?: boolean;
  /** The whole word, where a short one is shown. */
  readonly title?: string;
  readonly children: string;
};

/** The look alone, where no whole request is at hand. */
export function OutcomeBadge(props: BadgeProps): ReactNode {
  const { outcome, isOpen, known = null, isOtherAmount = false, title = props.children } = props;
  const isWord = outcome === 'accepted';
  const colour = isWord ? colourOf(known, isOtherAmount) : null;
  return (
    <span
      className={`badge ${styles.badge}`}
      data-outcome={outcome}
      data-open={isOpen}
      title={titleOf(title, isWord ? known : null)}
      {...(colour === null ? {} : { 'data-colour': colour })}
    >
      {props.children}
    </span>
  );
}

/** Green is for paid in full: not for another amount, nor for a word that the profile does not explain. */
function colourOf(known: StateWord | null, isOtherAmount: boolean): StateWord['colour'] | 'none' {
  const said = known?.colour ?? 'none';
  return isOtherAmount && said === 'green' ? 'amber' : said;
}

type WordProps = Pick<BadgeProps, 'isOtherAmount'> & {
  readonly word: string;
  readonly known: StateWord | null;
};

/** A provider's word by itself, apart from any outcome: in quotes, because the words are the provider's. */
export function WordBadge({ word, known, isOtherAmount = false }: WordProps): ReactNode {
  const said = useSay()('state.said', { state: word });
  return (
    <span
      className={`badge ${styles.badge}`}
      data-colour={colourOf(known, isOtherAmount)}
      title={titleOf(said, known)}
    >
      {said}
    </span>
  );
}

type ToneProps = {
  readonly tone: Tone;
  /** The whole word, where a short one is shown. */
  readonly title?: string;
  readonly children: string;
};

/** The desk's own word for something that is no outcome. */
export function ToneBadge({ tone, title, children }: ToneProps): ReactNode {
  return (
    <span className={`badge ${styles.badge}`} data-tone={tone} title={title}>
      {children}
    </span>
  );
}

/** It may be too narrow for its own word. */
function titleOf(word: string, known: StateWord | null): string {
  return known === null || known.meaning === '' ? word : `${word}: ${known.meaning}`;
}

/** The state of an answer is its outcome in the document's word; what a callback said is quoted. */
function saidWord(request: Extract<DepositRequest, { outcome: 'accepted' }>, say: Say): string {
  const { answer, body } = request;
  const heard = request.heard?.state ?? null;
  if (heard !== null) return say('state.said', { state: heard });
  const { state } = answer.record;
  // The provider's own word for a page alone would puzzle an operator.
  return body.flow === 'build' ? say('state.pageCreated', { state }) : state;
}

function wordOf(request: DepositRequest, short: boolean, say: Say): string {
  switch (request.outcome) {
    case 'accepted':
      return saidWord(request, say);
    case 'unknown': {
      const word = request.resolution?.kind ?? 'unknown';
      return say(short ? `state.${word}Short` : `state.${word}`);
    }
    case 'rejected':
      return say(short ? 'state.rejectedShort' : 'state.rejected');
    case 'prepared':
    case 'sending':
    case 'not_sent':
      return say(`state.${request.outcome}`);
    default:
      return assertNever(request);
  }
}

/** What a provider's word means at its profile; null when it is not configured, so it has no colour. */
export type StateWords = (profileId: ProfileId, word: string | null) => StateWord | null;

/** Made once for a whole table: a row only looks its word up. */
export function useStateWords(): StateWords {
  const { profiles } = useDesk();
  const known = useMemo(() => wordsOf(profiles), [profiles]);
  return useCallback(
    (profileId, word) => (word === null ? null : (known.get(profileId)?.get(word) ?? null)),
    [known],
  );
}

type Known = ReadonlyMap<ProfileId, ReadonlyMap<string, StateWord>>;

function wordsOf(profiles: readonly Pick<Profile, 'id' | 'stateWords'>[]): Known {
  return new Map(
    profiles.map(({ id, stateWords }) => [
      id,
      new Map(stateWords.map((known) => [known.word, known])),
    ]),
  );
}
