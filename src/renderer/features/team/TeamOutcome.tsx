import type { ReactNode } from 'react';

import { OUTCOMES } from '#shared/domain/logSearch.ts';
import { isUnresolved } from '#shared/domain/request.ts';
import type { TeamRequest } from '#shared/domain/team.ts';

import { useDesk } from '../../client/deskContext.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { dayTimeText } from '../../text/time.ts';
import { OutcomeBadge, ToneBadge, useStateWords } from '../../ui/StateBadge.tsx';

const RESOLUTIONS = ['found', 'absent', 'reissued'] as const;

/**
 * An accepted one carries the provider's word, with the colour that a profile of this merchant gives it here; a closed unknown says how it
 * was closed, as this desk's own Log does.
 */
export function TeamOutcome({ row }: { readonly row: TeamRequest }): ReactNode {
  const say = useSay();
  const words = useStateWords();
  const { profiles, settings } = useDesk();
  const { language } = settings;
  const outcome = OUTCOMES.find((one) => one === row.outcome);
  // A newer version of the desk may have more.
  if (outcome === undefined) return <ToneBadge tone="calm">{row.outcome}</ToneBadge>;
  const profile = profiles.find(({ merchant }) => merchant.toLowerCase() === row.merchant);
  const known = profile === undefined ? null : words(profile.id, row.state);
  const word = outcomeWord(outcome, row, say);
  const closed = row.resolution;
  const [operator, at] = [closed?.by ?? null, closed?.at ?? null];
  const by =
    operator === null || at === null
      ? null
      : say('resolved.by', { operator, time: dayTimeText(at, language) });
  return (
    <OutcomeBadge
      outcome={outcome}
      isOpen={isUnresolved(row)}
      known={known}
      {...(by === null ? {} : { title: `${word}. ${by}` })}
    >
      {word}
    </OutcomeBadge>
  );
}

function outcomeWord(
  outcome: (typeof OUTCOMES)[number],
  { state, resolution }: TeamRequest,
  say: Say,
): string {
  switch (outcome) {
    case 'accepted':
      return state === null ? say('log.outcome.accepted') : say('state.said', { state });
    case 'unknown': {
      const kind = RESOLUTIONS.find((one) => one === resolution?.kind);
      if (kind !== undefined) return say(`state.${kind}Short`);
      return resolution?.kind ?? say('state.unknownShort');
    }
    case 'rejected':
      return say('state.rejectedShort');
    case 'prepared':
    case 'sending':
    case 'not_sent':
      return say(`state.${outcome}`);
  }
}
