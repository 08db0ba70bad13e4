import {
  APPROVAL_MS,
  type EyesBook,
  type EyesContent,
  type EyesReason,
  type EyesRules,
  NO_EYES_RULES,
  type WaitingCard,
} from '#shared/domain/eyes.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Session } from '#shared/domain/people.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Approval, Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { LogPort } from '../log/port.ts';
import { type StoredPerson, isLocked } from '../log/store/peopleRows.ts';
import type { Actor, People } from '../people/people.ts';
import type { SignIn } from '../people/signIn.ts';
import type { Chance, Clock } from '../ports.ts';

export type EyesDeps = {
  readonly log: Pick<LogPort, 'eyesBook' | 'setEyesRules'>;
  readonly people: Pick<People, 'find' | 'state' | 'operatorOf' | 'monotonicMs'>;
  readonly events: DeskEvents;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid'>;
  readonly onBug: (error: unknown) => void;
};

/** What a use case asks a second person for. `key`: a newer one with the same key takes its place. */
export type Asked = {
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
  approval: { readonly given: Approval; readonly untilMs: number } | null;
};

type Approving = { readonly cardId: string; readonly digest: string; readonly personId: string };

export type Eyes = {
  readonly book: () => EyesBook;
  readonly rulesOf: (profileId: ProfileId) => EyesRules;
  readonly setRules: (
    operator: Operator,
    profileId: ProfileId,
    rules: EyesRules,
  ) => Promise<Result<EyesBook, Failure>>;
  /** An approval that is good now. The digest is computed only while there are cards. */
  readonly approvalOf: (digest: () => string) => Approval | null;
  /** Puts it on a card and returns the refusal that names the card. */
  readonly ask: (asked: Asked) => Failure;
  /** It is on record: the approval is used up. */
  readonly used: (digest: string) => void;
  readonly cards: (actor: Actor) => readonly WaitingCard[];
  readonly approvers: () => Session['choices'];
  readonly approve: (
    approving: Approving,
    pin: string,
    witness: SignIn['witness'],
  ) => Promise<Result<void, Failure>>;
  readonly withdraw: (actor: Actor, cardId: string) => Result<void, Failure>;
};

/** More than a desk has waiting; past it the oldest card goes. */
const MAX_CARDS = 100;

/** What waits for a second person. In memory alone: a restart ends every card and every approval. */
export async function openEyes(deps: EyesDeps): Promise<Eyes> {
  const { log, people, events, onBug } = deps;
  let book: EyesBook = {};
  async function load(): Promise<void> {
    try {
      // Of a log that breaks while the desk runs, the rules stay in force.
      book = (await log.eyesBook()) ?? book;
    } catch (error) {
      onBug(error);
    }
  }
  await load();
  events.onEvent((event) => {
    // The log was restored, or could be opened after all.
    if (event.name === 'health.changed') void load();
  });
  const changed = (): void => events.emit({ name: 'eyes.changed' });
  const pile = createPile(deps, changed);
  return {
    book: () => book,
    rulesOf: (profileId) => book[profileId] ?? NO_EYES_RULES,
    async setRules(operator, profileId, rules) {
      const set = await log.setEyesRules(operator, profileId, rules);
      if (set.ok) book = set.value;
      return set;
    },
    approvers: () =>
      (people.state()?.people ?? [])
        .filter((person) => !person.isArchived && mayApprove(person, people))
        .map((one) => ({ personId: one.personId, name: one.name, isLocked: isLocked(one) }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    ...pile,
  };
}

function mayApprove({ role }: StoredPerson, people: EyesDeps['people']): boolean {
  return people.state()?.rules.roles[role].includes('approve') === true;
}

type Pile = Pick<Eyes, 'approvalOf' | 'ask' | 'used' | 'cards' | 'approve' | 'withdraw'>;

function createPile(deps: EyesDeps, changed: () => void): Pile {
  const { people, clock, chance } = deps;
  const cards = new Map<string, Card>();
  const find = (is: (card: Card) => boolean): Card | undefined => [...cards.values()].find(is);

  /** Asked at every use: time runs, and the approver may have been archived or locked since. */
  function goodMs({ approval }: Card): number {
    const approver = people.find(approval?.given.by.personId ?? null);
    if (approval === null || approver === null) return 0;
    if (isLocked(approver) || !mayApprove(approver, people)) return 0;
    return Math.max(0, approval.untilMs - people.monotonicMs());
  }
  function shown({ key: _, madeBy: __, approval, ...card }: Card): WaitingCard {
    const whole = cards.get(card.cardId);
    const leftMs = whole === undefined ? 0 : goodMs(whole);
    if (approval === null || leftMs === 0) return { ...card, approval: null };
    const secondsLeft = Math.ceil(leftMs / 1000);
    return { ...card, approval: { by: approval.given.by, secondsLeft } };
  }
  return {
    approvalOf(digest) {
      if (cards.size === 0) return null;
      const wanted = digest();
      const card = find((one) => one.digest === wanted);
      return card === undefined || goodMs(card) === 0 ? null : (card.approval?.given ?? null);
    },
    ask({ key, digest, reasons, profile, author, content }) {
      const same = find((one) => one.digest === digest);
      if (same !== undefined) return { code: 'approval_needed', reasons, cardId: same.cardId };
      const before = find((one) => one.key === key);
      if (before !== undefined) cards.delete(before.cardId);
      const cardId = chance.uuid();
      const { id: profileId, name: profileName, mode } = profile;
      const of = { cardId, key, digest, reasons, profileId, profileName, mode, author, content };
      const madeBy = new Set([...(before?.madeBy ?? []), author.personId]);
      cards.set(cardId, { ...of, askedAt: clock.now().toISOString(), madeBy, approval: null });
      const [oldest] = cards.keys();
      if (cards.size > MAX_CARDS && oldest !== undefined) cards.delete(oldest);
      changed();
      return { code: 'approval_needed', reasons, cardId };
    },
    used(digest) {
      const card = find((one) => one.digest === digest);
      if (card === undefined) return;
      cards.delete(card.cardId);
      changed();
    },
    cards: (actor) =>
      [...cards.values()]
        .filter((card) => isShownTo(actor, card))
        .map(shown)
        .toReversed(),
    async approve(approving, pin, witness) {
      const judged = judge(cards, approving, people);
      if (!judged.ok) return judged;
      const approvalId = chance.uuid();
      const { author, profileId, reasons, digest } = judged.value;
      const how = 'witnessed' as const;
      const given = await witness(approving.personId, pin, (person) => {
        const operator = people.operatorOf(person);
        const what = { author, profileId, reasons, approvalId, digest, how };
        return { kind: 'approval_given', body: { personId: person.personId, operator, ...what } };
      });
      if (!given.ok) return given;
      // The PIN took its time: the card may have been changed, used or withdrawn, and the approver's role too.
      const still = judge(cards, approving, people);
      if (!still.ok) return still;
      const at = clock.now().toISOString();
      const approval = { approvalId, digest, by: people.operatorOf(given.value), at, how };
      still.value.approval = { given: approval, untilMs: people.monotonicMs() + APPROVAL_MS };
      changed();
      return ok(undefined);
    },
    withdraw(actor, cardId) {
      const card = cards.get(cardId);
      if (card === undefined || !isShownTo(actor, card)) return err(failure('approval_void'));
      cards.delete(cardId);
      changed();
      return ok(undefined);
    },
  };
}

function isShownTo(actor: Actor, { author }: Card): boolean {
  return actor.may('approve') || (actor.personId ?? undefined) === author.personId;
}

/** Whether this person could be the second one for this card, as the approver saw it. The PIN is asked for after that. */
function judge(
  cards: ReadonlyMap<string, Card>,
  { cardId, digest, personId }: Approving,
  people: EyesDeps['people'],
): Result<Card, Failure> {
  const card = cards.get(cardId);
  if (card === undefined || card.digest !== digest) return err(failure('approval_void'));
  const approver = people.find(personId);
  if (approver === null) return err(failure('person_not_found'));
  if (card.madeBy.has(personId)) return err(failure('approval_own'));
  return mayApprove(approver, people) ? ok(card) : err(failure('not_permitted', 'approve'));
}
