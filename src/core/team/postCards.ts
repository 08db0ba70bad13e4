import { APPROVAL_MS, type WaitingCard } from '#shared/domain/eyes.ts';
import type { TeamStatement } from '#shared/domain/operator.ts';

import type { Eyes } from '../eyes/eyes.ts';
import type { People } from '../people/people.ts';
import type { Chance, Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type Membership, chosenFor } from './membership.ts';
import { cardContent } from './paperContent.ts';
import type { ShareCustomer } from './sharedCustomer.ts';
import type { NewPaper } from './signedCalls.ts';
import { contentHash } from './signing.ts';

/** A card that its author still looks at is posted anew when its paper ends, for no longer than this after the first one. */
const MAX_POSTED_MS = 60 * 60_000;

export type Posted = {
  readonly paperId: string;
  readonly statement: TeamStatement;
  /** By the monotonic clock. */
  readonly untilMs: number;
  /** Of the card's first paper. */
  readonly firstMs: number;
};

/** What cards need of the server. False: it did not take it. */
export type PaperServer = {
  readonly put: (paper: NewPaper) => Promise<boolean>;
  readonly end: (paperId: string, result: string) => Promise<boolean>;
};

type PostDeps = {
  readonly eyes: Pick<Eyes, 'waiting' | 'ended'>;
  readonly people: Pick<People, 'monotonicMs' | 'isHere'>;
  readonly profiles: Pick<Profiles, 'find'>;
  readonly shareCustomer: ShareCustomer;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid'>;
};

/**
 * Each waiting card once, and again when its paper has ended while the author's page shows the card; a card that is gone ends its
 * paper. A restart ends every card, and with it what was signed for it.
 */
export async function postCards(
  deps: PostDeps,
  own: Membership,
  server: PaperServer,
  posted: Map<string, Posted>,
): Promise<void> {
  const cards = deps.eyes.waiting();
  const gone = [...posted].filter(([cardId]) => !cards.some((card) => card.cardId === cardId));
  await Promise.all(
    gone.map(async ([cardId, { paperId }]) => {
      // Said to the desks that signed. `over`: the card is gone, and this desk does not remember why.
      const isEnded = await server.end(paperId, deps.eyes.ended(cardId) ?? 'over');
      if (isEnded) posted.delete(cardId);
    }),
  );
  const waiting = cards.filter(
    (card) => card.approval === null && isToPost(card, posted.get(card.cardId), deps),
  );
  await Promise.all(
    waiting.map(async (card) => {
      const before = posted.get(card.cardId);
      const done = await postCard(deps, own, server, card, before?.firstMs);
      if (done !== null) posted.set(card.cardId, done);
      if (done !== null && before !== undefined) await server.end(before.paperId, 'over');
    }),
  );
}

function isToPost({ author }: WaitingCard, before: Posted | undefined, deps: PostDeps): boolean {
  if (before === undefined) return true;
  const now = deps.people.monotonicMs();
  if (now < before.untilMs || now >= before.firstMs + MAX_POSTED_MS) return false;
  return author.personId !== undefined && deps.people.isHere(author.personId);
}

/** Null: it cannot be shared, or the server did not take it; the next turn tries again. */
async function postCard(
  deps: PostDeps,
  own: Membership,
  server: PaperServer,
  card: WaitingCard,
  firstMs = deps.people.monotonicMs(),
): Promise<Posted | null> {
  const profile = deps.profiles.find(card.profileId);
  const content = profile.ok
    ? cardContent(card, chosenFor(own, profile.value).sharing, deps.shareCustomer)
    : null;
  if (!profile.ok || content === null) return null;
  const paperId = deps.chance.uuid();
  const now = deps.people.monotonicMs();
  const goodMs = Math.min(APPROVAL_MS, firstMs + MAX_POSTED_MS - now);
  const expiresAt = new Date(deps.clock.now().getTime() + goodMs).toISOString();
  const untilMs = now + goodMs;
  const [subject, { digest }] = [subjectOf(card), card];
  const isRecorded = await server.put({
    paper_id: paperId,
    purpose: 'approve',
    desk_id: own.deskId,
    merchant: profile.value.merchant.toLowerCase(),
    subject,
    digest,
    content,
    expires_at: expiresAt,
  });
  if (!isRecorded) return null;
  const of = { teamId: own.teamId, deskId: own.deskId, subject, digest, expiresAt };
  const statement = { purpose: 'approve' as const, ...of, contentHash: contentHash(content) };
  return { paperId, statement, untilMs, firstMs };
}

function subjectOf({ cardId, content }: WaitingCard): string {
  return content.kind === 'issue' ? content.intentId : cardId;
}
