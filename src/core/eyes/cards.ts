import {
  APPROVAL_MS,
  type EyesContent,
  type EyesReason,
  type WaitingCard,
} from '#shared/domain/eyes.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Approval, Operator } from '#shared/domain/operator.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type StoredPerson, isLocked } from '../log/store/peopleRows.ts';
import { isOwn } from '../people/owner.ts';
import type { Actor, People } from '../people/people.ts';
import type { SignIn } from '../people/signIn.ts';
import type { Chance, Clock } from '../ports.ts';

export type CardsDeps = {
  readonly people: Pick<People, 'find' | 'state' | 'operatorOf' | 'monotonicMs'>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid'>;
};

/** What a use case asks a second person for. `key`: a newer one of this author with the same key takes its place. */
type Asked = {
  readonly key: string;
  readonly digest: string;
  readonly reasons: readonly EyesReason[];
  readonly profile: Pick<Profile, 'id' | 'name' | 'mode'>;
  readonly author: Operator;
  readonly content: EyesContent;
};

type Card = Omit<WaitingCard, 'approval'> & {
  readonly key: string;
  /** Everyone who made or changed it: none of them can be its second person. */
  readonly madeBy: ReadonlySet<string | undefined>;
  /** Their names, as a team knows people. */
  readonly madeByNames: ReadonlySet<string>;
  approval: { readonly given: Approval; readonly untilMs: number } | null;
};

/** How a card ended. */
type Ended = 'used' | 'withdrawn' | 'changed' | 'over';

type Approving = { readonly cardId: string; readonly digest: string; readonly personId: string };

export type Cards = {
  /** An approval that is good now. The digest is computed only while there are cards. */
  readonly approvalOf: (digest: () => string) => Approval | null;
  /** Puts it on a card and returns the refusal that names the card. */
  readonly ask: (asked: Asked) => Failure;
  /** It is on record: the approval is used up. */
  readonly used: (digest: string) => void;
  readonly shownTo: (actor: Actor) => readonly WaitingCard[];
  readonly approve: (
    approving: Approving,
    pin: string,
    witness: SignIn['witness'],
  ) => Promise<Result<void, Failure>>;
  /** A person of another desk signed exactly this; the signature was verified (team/papers.ts). Until then by the monotonic clock. */
  readonly approveSigned: (
    cardId: string,
    given: Approval,
    untilMs: number,
  ) => Result<void, Failure>;
  /** Every card that waits. */
  readonly waiting: () => readonly WaitingCard[];
  /** Of a card that is gone. Null: it is not remembered; the desk was restarted, or dropped it for newer ones. */
  readonly ended: (cardId: string) => Ended | null;
  readonly withdraw: (actor: Actor, cardId: string) => Result<void, Failure>;
  /** The desk has no people any more. */
  readonly clear: () => void;
};

/** More than a desk has waiting; past it the oldest card goes. */
const MAX_CARDS = 100;
/** Of one author: past it their own oldest goes, so that no person pushes the approved cards of the others out. */
const MAX_OWN_CARDS = 20;

/** In memory alone: a restart ends every card and every approval. */
export function createCards(deps: CardsDeps, changed: () => void): Cards {
  const cards = new Map<string, Card>();
  const ended = rememberEnded();
  const find = (is: (card: Card) => boolean): Card | undefined => [...cards.values()].find(is);
  function end({ cardId }: Card, how: Ended): void {
    cards.delete(cardId);
    ended.add(cardId, how);
    changed();
  }
  return {
    approvalOf(digest) {
      if (cards.size === 0) return null;
      const wanted = digest();
      const card = find((one) => one.digest === wanted);
      if (card === undefined || goodMs(card, deps.people) === 0) return null;
      return card.approval?.given ?? null;
    },
    ask(asked) {
      const { digest, key, reasons } = asked;
      const same = find((one) => one.digest === digest);
      if (same !== undefined) return { code: 'approval_needed', reasons, cardId: same.cardId };
      const versions = [...cards.values()].filter((one) => one.key === key);
      const own = versions.find((one) => isOwn(one.author, asked.author));
      if (own !== undefined) end(own, 'changed');
      const card = cardOf(asked, versions, deps);
      cards.set(card.cardId, card);
      forgetOldest(cards, card.author);
      changed();
      return { code: 'approval_needed', reasons, cardId: card.cardId };
    },
    used(digest) {
      const card = find((one) => one.digest === digest);
      if (card !== undefined) end(card, 'used');
    },
    shownTo: (actor) => newestFor(actor, cards, deps.people),
    async approve(approving, pin, witness) {
      const approved = await approve(cards, approving, deps.people, (card) =>
        witnessed(card, approving.personId, pin, witness, deps),
      );
      if (approved.ok) changed();
      return approved;
    },
    approveSigned(cardId, given, untilMs) {
      const approved = approveSigned(cards.get(cardId), given, untilMs);
      if (approved.ok) changed();
      return approved;
    },
    waiting: () => [...cards.values()].map((card) => shown(card, deps.people)),
    withdraw(actor, cardId) {
      const card = cards.get(cardId);
      if (card === undefined || !isShownTo(actor, card)) return err(failure('approval_void'));
      end(card, 'withdrawn');
      return ok(undefined);
    },
    ended: ended.of,
    clear: () => [...cards.values()].forEach((card) => end(card, 'over')),
  };
}

/** How the last cards ended; no more than can wait at once, because the team asks soon after a card is gone. */
function rememberEnded() {
  const ended = new Map<string, Ended>();
  return {
    add(cardId: string, how: Ended): void {
      ended.set(cardId, how);
      const [oldest] = ended.size > MAX_CARDS ? ended.keys() : [];
      if (oldest !== undefined) ended.delete(oldest);
    },
    of: (cardId: string): Ended | null => ended.get(cardId) ?? null,
  };
}

function forgetOldest(cards: Map<string, Card>, { personId }: Operator): void {
  const all = [...cards.values()];
  const own = all.filter(({ author }) => author.personId === personId);
  const [ofOwn] = own.length > MAX_OWN_CARDS ? own : [];
  const [ofAll] = all.length > MAX_CARDS ? all : [];
  const oldest = ofOwn ?? ofAll;
  if (oldest !== undefined) cards.delete(oldest.cardId);
}

function approveSigned(
  card: Card | undefined,
  given: Approval,
  untilMs: number,
): Result<void, Failure> {
  if (card === undefined || card.digest !== given.digest) return err(failure('approval_void'));
  if (card.madeByNames.has(nameKey(given.by.name))) return err(failure('approval_own'));
  card.approval = { given, untilMs };
  return ok(undefined);
}

async function approve(
  cards: ReadonlyMap<string, Card>,
  approving: Approving,
  people: CardsDeps['people'],
  agree: (card: Card) => Promise<Result<Approval, Failure>>,
): Promise<Result<void, Failure>> {
  const card = judge(cards, approving, people);
  if (!card.ok) return card;
  const given = await agree(card.value);
  if (!given.ok) return given;
  // The PIN took its time: the card may have been changed, used or withdrawn, and the approver's role too.
  const still = judge(cards, approving, people);
  if (!still.ok) return still;
  still.value.approval = { given: given.value, untilMs: people.monotonicMs() + APPROVAL_MS };
  return ok(undefined);
}

function cardOf(
  { key, digest, reasons, profile, author, content }: Asked,
  versions: readonly Card[],
  { clock, chance }: CardsDeps,
): Card {
  const { id: profileId, name: profileName, mode } = profile;
  const names = [nameKey(author.name)];
  return {
    cardId: chance.uuid(),
    key,
    digest,
    reasons,
    profileId,
    profileName,
    mode,
    author,
    askedAt: clock.now().toISOString(),
    content,
    madeBy: new Set([author.personId, ...versions.flatMap((one) => [...one.madeBy])]),
    madeByNames: new Set([...names, ...versions.flatMap((one) => [...one.madeByNames])]),
    approval: null,
  };
}

/** A team knows people by the names that supervisors sign; a person with two desks has one name. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** The second person's PIN, on record before the approval counts. */
async function witnessed(
  { author, profileId, reasons, digest }: Card,
  personId: string,
  pin: string,
  witness: SignIn['witness'],
  { people, clock, chance }: CardsDeps,
): Promise<Result<Approval, Failure>> {
  const approvalId = chance.uuid();
  const how = 'witnessed' as const;
  const person = await witness(personId, pin, (found) => {
    const operator = people.operatorOf(found);
    const what = { author, profileId, reasons, approvalId, digest, how };
    return { kind: 'approval_given', body: { personId, operator, ...what } };
  });
  if (!person.ok) return person;
  const at = clock.now().toISOString();
  return ok({ approvalId, digest, by: people.operatorOf(person.value), at, how });
}

/** How long the approval is good for. Asked at every use: the approver may have been archived or locked since. */
function goodMs({ approval }: Card, people: CardsDeps['people']): number {
  if (approval === null) return 0;
  const leftMs = Math.max(0, approval.untilMs - people.monotonicMs());
  if (approval.given.how === 'signed') return leftMs;
  const approver = people.find(approval.given.by.personId ?? null);
  if (approver === null) return 0;
  if (isLocked(approver) || !mayApprove(approver, people)) return 0;
  return leftMs;
}

function shown(card: Card, people: CardsDeps['people']): WaitingCard {
  const { key: _, madeBy: __, madeByNames: ___, approval, ...said } = card;
  const leftMs = goodMs(card, people);
  if (approval === null || leftMs === 0) return { ...said, approval: null };
  const secondsLeft = Math.ceil(leftMs / 1000);
  return { ...said, approval: { by: approval.given.by, secondsLeft } };
}

export function mayApprove({ role }: StoredPerson, people: CardsDeps['people']): boolean {
  return people.state()?.rules.roles[role].includes('approve') === true;
}

function newestFor(
  actor: Actor,
  cards: ReadonlyMap<string, Card>,
  people: CardsDeps['people'],
): readonly WaitingCard[] {
  const own = [...cards.values()].filter((card) => isShownTo(actor, card));
  return own.map((card) => shown(card, people)).toReversed();
}

function isShownTo(actor: Actor, { author }: Card): boolean {
  return actor.may('approve') || isOwn(author, actor);
}

/** Whether this person could be the second one for this card, as the approver saw it. The PIN is asked for after that. */
function judge(
  cards: ReadonlyMap<string, Card>,
  { cardId, digest, personId }: Approving,
  people: CardsDeps['people'],
): Result<Card, Failure> {
  const card = cards.get(cardId);
  if (card === undefined || card.digest !== digest) return err(failure('approval_void'));
  const approver = people.find(personId);
  if (approver === null) return err(failure('person_not_found'));
  if (card.madeBy.has(personId)) return err(failure('approval_own'));
  return mayApprove(approver, people) ? ok(card) : err(failure('not_permitted', 'approve'));
}
