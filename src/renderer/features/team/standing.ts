import { TEAM_FAULTS, type TeamCheck, type TeamStanding } from '#shared/domain/team.ts';

import type { Language, Say } from '../../i18n/i18n.ts';
import { shortTimeText } from '../../text/time.ts';

/** What the server's words for "takes nothing" come to at the desk; a word of a newer server is a plain refusal. */
export function stoppedWord(why: string): 'frozen' | 'revoked' | 'refused' {
  if (why === 'forked' || why === 'frozen') return 'frozen';
  return why === 'revoked' ? 'revoked' : 'refused';
}

type CheckCode = NonNullable<TeamCheck['steps'][number]['code']>;
const CODES: readonly CheckCode[] = [...TEAM_FAULTS, 'not_one', 'cut_off', 'expired'];

/** `not_one` would be taken for the plural form of `not`. */
type WordOf<Code> = Code extends 'not_one' ? 'no_invitation' : Code;
const wordOf = (code: CheckCode): WordOf<CheckCode> =>
  code === 'not_one' ? 'no_invitation' : code;

/** What is wrong. */
export const causeText = (code: CheckCode, say: Say): string => say(`team.fault.${wordOf(code)}`);

/** What to do about it, as a sentence that says so. */
export const nextText = (code: CheckCode, say: Say): string =>
  say('team.next', { text: say(`team.next.${wordOf(code)}`) });

/** The code that the `detail` of a refusal begins with; null: it is none that this desk knows. */
export function codeIn(detail: string | null): CheckCode | null {
  return CODES.find((code) => code === detail?.split(':', 1)[0]) ?? null;
}

export type StandingWords = {
  readonly tone: 'calm' | 'unknown' | 'bad';
  readonly state: string;
  /** Null: nothing has to be done. */
  readonly next: string | null;
  /** Technical words for the administrator. */
  readonly detail: string | null;
};

/** How the desk stands with the server, in sentences. */
export function standingWords(standing: TeamStanding, language: Language, say: Say): StandingWords {
  const plain = { tone: 'calm', next: null, detail: null } as const;
  switch (standing.kind) {
    case 'starting':
      return { ...plain, state: say('team.standing.starting') };
    case 'in_step':
      return { ...plain, state: say('team.standing.in_step') };
    case 'behind':
      return { ...plain, state: say('team.standing.behind', { count: standing.events }) };
    case 'offline': {
      const { code, detail } = standing.fault;
      return {
        tone: 'unknown',
        state: say('team.standing.offline', {
          time: shortTimeText(standing.since, language),
          cause: causeText(code, say),
        }),
        next: nextText(code, say),
        detail,
      };
    }
    case 'server_ahead':
      return {
        tone: 'bad',
        state: say('team.standing.server_ahead', {
          server: standing.serverSeq,
          log: standing.logSeq,
        }),
        next: say('team.next', {
          text: say(`team.standing.server_ahead.${standing.kept ?? 'next'}`),
        }),
        detail: null,
      };
    case 'stopped': {
      const word = stoppedWord(standing.why);
      return {
        tone: 'bad',
        state: say(`team.standing.${word}`),
        next: say('team.next', { text: say(`team.standing.${word}.next`) }),
        detail: [standing.why, standing.detail].filter((text) => text !== null).join(': '),
      };
    }
  }
}
