import { useState } from 'react';

import type { Paper } from '#shared/domain/papers.ts';
import type { TeamRequest } from '#shared/domain/team.ts';

import { useDesk, useMay } from '../../client/deskContext.ts';
import type { Say } from '../../i18n/i18n.ts';
import { usePapers } from './queries.ts';

/** What this desk has said about unknowns of other desks. */
export type Words = {
  /** Null: nothing that this page knows of. */
  readonly text: (row: TeamRequest, say: Say) => string | null;
  readonly mayResolve: (row: TeamRequest) => boolean;
  /** Shown at once; the server's own list says later what became of it. */
  readonly sent: (intentId: string) => void;
};

/** After these the other desk can be told once more. */
const MAY_REPEAT: ReadonlySet<string> = new Set(['approval_void', 'invalid_input', 'not_recorded']);
const SAID = ['resolved', 'conflict', 'approval_needed', 'approval_void'] as const;

export function useWords(): Words {
  const mayResolve = useMay('resolve');
  const { hasPeople } = useDesk().session;
  const papers = usePapers();
  const [sent, setSent] = useState<readonly string[]>([]);
  // Newest first.
  const wordOf = ({ intentId }: TeamRequest): Paper | undefined =>
    papers.data?.find(({ purpose, subject }) => purpose === 'resolve' && subject === intentId);
  return {
    text(row, say) {
      const word = wordOf(row);
      const isSent = sent.includes(row.intentId);
      const { desk } = row;
      if (word === undefined) return isSent ? say('papers.word.sent', { desk }) : null;
      return wordText(word, desk, say);
    },
    mayResolve(row) {
      if (!mayResolve || !hasPeople || row.isOwn) return false;
      if (row.outcome !== 'unknown' || row.resolution !== null) return false;
      const word = wordOf(row);
      if (word === undefined) return !sent.includes(row.intentId);
      return word.result !== null && MAY_REPEAT.has(word.result);
    },
    sent: (intentId) => setSent((before) => [...before, intentId]),
  };
}

export function wordText({ result }: Pick<Paper, 'result'>, desk: string, say: Say): string {
  if (result === null) return say('papers.word.sent', { desk });
  const known = SAID.find((one) => one === result);
  return known === undefined
    ? say('papers.word.other', { desk, result })
    : say(`papers.word.${known}`, { desk });
}
