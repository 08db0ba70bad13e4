import { closedAs } from '#shared/domain/finalState.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { DETAIL_ID } from '../../client/requests.ts';

/** Which requests the operator points at: by the keyboard, and by what is open on the screen. */
export type PointedAt = {
  /** In whose card, or opened request of the Log, the keyboard is. */
  readonly card: IntentId | null;
  /** On whose row of the Log the keyboard is. */
  readonly row: IntentId | null;
  /** Opened in the Log. */
  readonly detail: IntentId | null;
  /** Cards of Now that are drawn whole, in their order. */
  readonly openCards: readonly IntentId[];
};

export function pointedAt(page: Document = document): PointedAt {
  const focused = page.activeElement?.closest<HTMLElement>('[data-intent]') ?? null;
  const isRow = focused?.tagName === 'TR';
  const cards = page.querySelectorAll<HTMLElement>('article[data-intent]');
  return {
    card: isRow ? null : intentOf(focused),
    row: isRow ? intentOf(focused) : null,
    detail: intentOf(page.getElementById(DETAIL_ID)),
    openCards: [...cards]
      .filter(({ dataset }) => dataset['folded'] !== 'true')
      .flatMap((card) => intentOf(card) ?? []),
  };
}

function intentOf(element: HTMLElement | null): IntentId | null {
  const parsed = intentIdSchema.safeParse(element?.dataset['intent']);
  return parsed.success ? parsed.data : null;
}

/** One press of Issue that is not recorded yet, or could not be. */
export type Attempt = {
  readonly customer: string;
  readonly status: 'pending' | 'error';
  readonly atMs: number;
};

export type Target =
  | { readonly kind: 'request'; readonly intentId: IntentId }
  /** Two or more requests may be meant: the operator is asked. */
  | { readonly kind: 'several'; readonly intentIds: readonly IntentId[] }
  /** Its request is on the way into the log, or did not get there: an older customer's message is not what was asked for. */
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'none' };

export type NoTarget =
  | Extract<Target, { kind: 'attempt' | 'none' }>
  /** The request could not be read from the log. */
  | { readonly kind: 'unread' };

export type Situation = {
  readonly pointedAt: PointedAt;
  /** Of the strip Now, newest first. */
  readonly requests: readonly DepositRequest[];
  readonly attempts: readonly Attempt[];
  /** The request of the last press, where that press promised something for pressing again. */
  readonly goesOn: IntentId | null;
};

/**
 * Whose message the key copies. The card with the keyboard, then what is open in the Log; where the keyboard is on another row of
 * the Log than the one that is open, both may be meant. Without any of these: the open cards of Now.
 */
export function targetOf(situation: Situation): Target {
  const { card, row, detail } = situation.pointedAt;
  if (card !== null) return oneOf([card], situation);
  const pointed = [row, detail].filter((intentId) => intentId !== null);
  return pointed.length > 0 ? oneOf([...new Set(pointed)], situation) : targetInNow(situation);
}

function oneOf(intentIds: readonly IntentId[], { goesOn }: Pick<Situation, 'goesOn'>): Target {
  const [first] = intentIds;
  if (first === undefined) return { kind: 'none' };
  if (intentIds.length === 1) return { kind: 'request', intentId: first };
  return goesOn !== null && intentIds.includes(goesOn)
    ? { kind: 'request', intentId: goesOn }
    : { kind: 'several', intentIds };
}

function targetInNow(situation: Situation): Target {
  const { requests, attempts } = situation;
  const newest = newestOf(requests);
  const issuedAtMs = newest === undefined ? 0 : Date.parse(newest.createdAt);
  const attempt = attempts
    .filter(({ status, atMs }) => status === 'pending' || atMs > issuedAtMs)
    .toSorted((left, right) => right.atMs - left.atMs)[0];
  if (attempt !== undefined) return { kind: 'attempt', attempt };
  if (newest === undefined) return { kind: 'none' };
  // Without an answer for the newest customer, an older customer's message would go to the newest one.
  const may = newest.outcome === 'accepted' ? meantInNow(situation) : [];
  return may.length === 0 ? oneOf([newest.intentId], situation) : oneOf(may, situation);
}

/** Open cards, and the newest where it was not handed on; of paid or refused requests only where nothing else is open. */
function meantInNow(situation: Situation): readonly IntentId[] {
  const { requests } = situation;
  const drawn = situation.pointedAt.openCards;
  const isOpen = (request: DepositRequest, at: number): boolean =>
    drawn.length > 0 ? drawn.includes(request.intentId) : isNotHandedOn(request) && at < AT_HAND;
  const accepted = requests.filter(
    ({ outcome, sample }) => outcome === 'accepted' && sample !== true,
  );
  const open = accepted.filter(
    (request, at) => isOpen(request, at) || (at === 0 && isNotHandedOn(request)),
  );
  const payable = open.filter((request) => closedAs(request) === null);
  return (payable.length > 0 ? payable : open).map(({ intentId }) => intentId);
}

/** On a screen without cards: so many of the newest are looked at, as many as Now keeps open. */
const AT_HAND = 3;

function isNotHandedOn(request: DepositRequest): boolean {
  return request.lastCopiedAt === null && closedAs(request) === null;
}

/** They are listed newest first, by when they were recorded: a clock that was set back does not change the order. */
export function newestOf(requests: readonly DepositRequest[]): DepositRequest | undefined {
  return requests.find(({ sample }) => sample !== true);
}
