import type { StateWord } from './profile.ts';
import type { DepositRequest } from './request.ts';

/** What a final state of a provider means: after it, the provider changes nothing any more. */
export type FinalMeaning = 'paid' | 'refused' | 'returned';

/** The usual words, by what they mean. `refused` holds expired ones too: nothing was paid, and nothing can be paid any more. */
const USUAL: Readonly<Record<FinalMeaning, readonly string[]>> = {
  paid: [
    'paid',
    'payed',
    'complete',
    'success',
    'succeeded',
    'done',
    'finished',
    'оплачен',
    'выполнен',
  ],
  refused: [
    'rejected',
    'declined',
    'denied',
    'fail',
    'cancelled',
    'canceled',
    'expired',
    'отклонен',
    'отменен',
    'истек',
    'просрочен',
  ],
  returned: ['refunded', 'reversed', 'chargeback', 'возвращен'],
};
const MEANINGS = ['paid', 'refused', 'returned'] as const satisfies readonly FinalMeaning[];

/** Null: the word is not final, or is not known to be. */
export function finalMeaning(state: string): FinalMeaning | null {
  const word = state.trim().toLowerCase().replaceAll('ё', 'е');
  return MEANINGS.find((meaning) => USUAL[meaning].some((stem) => isForm(word, stem))) ?? null;
}

/** The usual words for a request that is still to be paid. */
const OPEN = [
  'create',
  'build',
  'new',
  'pending',
  'process',
  'wait',
  'open',
  'создан',
  'новы',
  'нова',
  'ожида',
  'в обработк',
] as const;

/** The word says that the end is still to come. False: it is final, or is not known to be open. */
export function isOpenState(state: string): boolean {
  const word = state.trim().toLowerCase().replaceAll('ё', 'е');
  return OPEN.some((stem) => isForm(word, stem));
}

/** `completed` of `complete`, `failure` of `fail`, `оплачена` of `оплачен`; not `paid_partially` of `paid`. */
function isForm(word: string, stem: string): boolean {
  return word.startsWith(stem) && /^\p{L}{0,3}$/u.test(word.slice(stem.length));
}

/**
 * How a request that the provider created ended by what the provider called back; null: it is still to be paid. The usual words decide; for any
 * other word the colour that the profile gives it: green is paid, red is refused.
 */
export function closedAs(
  request: DepositRequest,
  stateWords: readonly StateWord[] = [],
): FinalMeaning | null {
  const state = request.heard?.state ?? null;
  return !isCreated(request) || state === null ? null : meaningOf(state, stateWords);
}

/** Null: the word is not final, for this profile either. */
export function meaningOf(state: string, stateWords: readonly StateWord[]): FinalMeaning | null {
  const usual = finalMeaning(state);
  if (usual !== null) return usual;
  const colour = stateWords.find(({ word }) => word === state)?.colour;
  if (colour === 'green') return 'paid';
  return colour === 'red' ? 'refused' : null;
}

function isCreated(request: DepositRequest): boolean {
  if (request.outcome === 'accepted') return true;
  return request.outcome === 'unknown' && request.resolution?.kind === 'found';
}
