import type { OperationInput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Paper, TeamSigners } from '#shared/domain/papers.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

import { nameKey } from '../eyes/cards.ts';
import type { Actor } from '../people/people.ts';
import type { SignIn } from '../people/signIn.ts';
import type { Chance, Clock } from '../ports.ts';
import { type Membership, deskNameOf, loginOf } from './membership.ts';
import type { Team } from './openTeam.ts';
import { readCardContent } from './paperContent.ts';
import { isOpen, isShown, paperOf, statementOf } from './shownPapers.ts';
import {
  type TeamKey,
  type Trusted,
  contentHash,
  publicKeyText,
  signStatement,
  trustedPeople,
} from './signing.ts';
import type { TeamKeys } from './teamKeys.ts';

/** How long a supervisor's word waits for the other desk. */
const WORD_MS = 7 * 24 * 60 * 60_000;

export type SigningDeps = {
  readonly team: Pick<Team, 'membership' | 'asks'> & { readonly keys: TeamKeys };
  readonly signIn: Pick<SignIn, 'witness'>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid'>;
};

type Asking = {
  readonly own: Membership;
  readonly ask: NonNullable<ReturnType<Team['asks']>>;
};
/** The person at the page, with a key of theirs that the team trusts. */
type Signer = Asking & {
  readonly personId: string;
  readonly key: TeamKey;
  /** As the team knows them. */
  readonly name: string;
};

/** What the person at a page signs. */
export function createSigning(deps: SigningDeps) {
  return {
    signers: (actor: Actor) => signersFor(deps, actor),
    makeKey: (actor: Actor) => makeKey(deps, actor),
    signPerson: (asked: OperationInput<'team.signPerson'>, actor: Actor) =>
      signPerson(deps, asked, actor),
    papers: (actor: Actor) => papersFor(deps, actor),
    signPaper: (asked: OperationInput<'team.signPaper'>, actor: Actor) =>
      signPaper(deps, asked, actor),
    resolveThere: (asked: OperationInput<'team.resolveThere'>, actor: Actor) =>
      resolveThere(deps, asked, actor),
  };
}

async function signersFor(deps: SigningDeps, actor: Actor): Promise<Result<TeamSigners, Failure>> {
  const asking = askingOf(deps.team);
  if (!asking.ok) return asking;
  const { own } = asking.value;
  const trusted = await trustedBy(asking.value);
  if (!trusted.ok) return trusted;
  const key =
    actor.personId === null ? ok(null) : await deps.team.keys.read(own.teamId, actor.personId);
  if (!key.ok) return key;
  const publicKey = key.value?.publicKey ?? null;
  const role = trusted.value.find((one) => one.publicKey === publicKey)?.role ?? null;
  return ok({ own: publicKey === null ? null : { publicKey, role }, people: trusted.value });
}

async function makeKey(deps: SigningDeps, actor: Actor): Promise<Result<TeamSigners, Failure>> {
  const asking = askingOf(deps.team);
  if (!asking.ok) return asking;
  if (actor.personId === null) return err(failure('sign_in_first'));
  const key = await deps.team.keys.make(asking.value.own.teamId, actor.personId);
  return key.ok ? signersFor(deps, actor) : key;
}

async function signPerson(
  deps: SigningDeps,
  { pin, publicKey: typed, name, role }: OperationInput<'team.signPerson'>,
  actor: Actor,
): Promise<Result<TeamSigners, Failure>> {
  const signer = await signerAt(deps, actor);
  if (!signer.ok) return signer;
  const publicKey = publicKeyText(typed);
  if (publicKey === null) return err(failure('team_refused', 'not_a_key'));
  const { own, ask, key } = signer.value;
  const what = { purpose: `person ${role}`, desk: deskNameOf(own.login), subject: name };
  const seen = await witnessed(deps, signer.value, actor, pin, what);
  if (!seen.ok) return seen;
  const statement = { purpose: 'person' as const, teamId: own.teamId, publicKey, role, name };
  const signature = signStatement(statement, key.privateKey);
  const signedBy = key.publicKey;
  const recorded = await ask('putPerson', { publicKey, role, name, signedBy, signature });
  const done = recordedAs(recorded, 'recorded');
  return done.ok ? signersFor(deps, actor) : done;
}

async function papersFor(
  deps: SigningDeps,
  actor: Pick<Actor, 'may'>,
): Promise<Result<readonly Paper[], Failure>> {
  const asking = askingOf(deps.team);
  if (!asking.ok) return asking;
  const { own, ask } = asking.value;
  const found = said(await ask('papers', false, own.teamId));
  if (!found.ok) return found;
  const trusted = await trustedBy(asking.value);
  if (!trusted.ok) return trusted;
  const shown = found.value.filter(
    (paper) => actor.may(paper.purpose) && isShown(paper, own, deps.clock),
  );
  const newestFirst = shown.toSorted((one, other) =>
    other.recorded_at.localeCompare(one.recorded_at),
  );
  return ok(newestFirst.map((paper) => paperOf(paper, own.teamId, trusted.value, deps.clock)));
}

async function signPaper(
  deps: SigningDeps,
  { pin, paperId, contentHash: seenHash }: OperationInput<'team.signPaper'>,
  actor: Actor,
): Promise<Result<readonly Paper[], Failure>> {
  const signer = await signerAt(deps, actor);
  if (!signer.ok) return signer;
  const { own, ask, key, name } = signer.value;
  const found = said(await ask('papers', false, own.teamId));
  if (!found.ok) return found;
  const paper = found.value.find((one) => one.paper_id === paperId);
  const isSame = paper !== undefined && contentHash(paper.content) === seenHash;
  const isCard = isSame && paper.purpose === 'approve' && paper.login !== own.login;
  if (!isCard || !isOpen(paper, deps.clock)) {
    return err(failure('approval_void'));
  }
  const author = readCardContent(paper.content)?.author ?? '';
  if (nameKey(author) === nameKey(name)) return err(failure('approval_own'));
  const what = { purpose: 'approve', desk: deskNameOf(paper.login), subject: paper.subject };
  const seen = await witnessed(deps, signer.value, actor, pin, what);
  if (!seen.ok) return seen;
  const signature = signStatement(statementOf(paper, own.teamId), key.privateKey);
  const done = recordedAs(await ask('signPaper', paperId, key.publicKey, signature), 'signed');
  return done.ok ? papersFor(deps, actor) : done;
}

async function resolveThere(
  deps: SigningDeps,
  { pin, desk, merchant, intentId, orderId, finding, note }: OperationInput<'team.resolveThere'>,
  actor: Actor,
): Promise<Result<{ readonly paperId: string }, Failure>> {
  // The server keeps the word as it is written, whatever the profile at that desk shares.
  if (finding.kind === 'found' && finding.typedByHand !== null) {
    return err(failure('team_refused', 'requisites'));
  }
  const signer = await signerAt(deps, actor);
  if (!signer.ok) return signer;
  const { own, ask, key } = signer.value;
  const desks = said(await ask('desks'));
  if (!desks.ok) return desks;
  const deskId = desks.value.find((one) => one.desk === desk && !one.isOwn)?.deskId;
  if (deskId === undefined) return err(failure('team_refused', 'no_such_desk'));
  const what = { purpose: 'resolve', desk, subject: intentId };
  const seen = await witnessed(deps, signer.value, actor, pin, what);
  if (!seen.ok) return seen;
  const content = JSON.stringify({ intentId, orderId, finding, note });
  const paper = {
    paper_id: deps.chance.uuid(),
    purpose: 'resolve' as const,
    desk_id: deskId,
    login: loginOf(desk),
    merchant: merchant.toLowerCase(),
    subject: intentId,
    digest: contentHash(content),
    content,
    expires_at: new Date(deps.clock.now().getTime() + WORD_MS).toISOString(),
  };
  const put = recordedAs(await ask('putPaper', paper), 'recorded');
  if (!put.ok) return put;
  const signature = signStatement(statementOf(paper, own.teamId), key.privateKey);
  const signed = await ask('signPaper', paper.paper_id, key.publicKey, signature);
  const done = recordedAs(signed, 'signed');
  return done.ok ? ok({ paperId: paper.paper_id }) : done;
}

async function signerAt(deps: SigningDeps, actor: Actor): Promise<Result<Signer, Failure>> {
  const asking = askingOf(deps.team);
  if (!asking.ok) return asking;
  const { personId } = actor;
  if (personId === null) return err(failure('sign_in_first'));
  const key = await deps.team.keys.read(asking.value.own.teamId, personId);
  if (!key.ok) return key;
  if (key.value === null) return err(failure('team_refused', 'no_key'));
  const { publicKey } = key.value;
  const people = await trustedBy(asking.value);
  if (!people.ok) return people;
  const person = people.value.find((one) => one.publicKey === publicKey);
  // It would count for nothing, and stand in the place of a signature of this desk that counts.
  if (person === undefined) return err(failure('team_refused', 'key_not_trusted'));
  return ok({ ...asking.value, personId, key: key.value, name: person.name });
}

async function trustedBy({ own, ask }: Asking): Promise<Result<readonly Trusted[], Failure>> {
  const people = said(await ask('signers', own.teamId, own.rootKey));
  return people.ok ? ok(trustedPeople(people.value, own.teamId, own.rootKey)) : people;
}

/** The PIN, on record with what is signed before the signature leaves. */
async function witnessed(
  { signIn }: SigningDeps,
  { personId }: Signer,
  { operator }: Actor,
  pin: string,
  what: { readonly purpose: string; readonly desk: string; readonly subject: string },
): Promise<Result<void, Failure>> {
  const seen = await signIn.witness(personId, pin, () => ({
    kind: 'paper_signed',
    body: { personId, operator, ...what },
  }));
  return seen.ok ? ok(undefined) : seen;
}

function askingOf(team: SigningDeps['team']): Result<Asking, Failure> {
  const [own, ask] = [team.membership(), team.asks()];
  return own === null || ask === null ? err(failure('no_team')) : ok({ own, ask });
}

function said<T>(answer: Result<T, TeamFault>): Result<T, Failure> {
  if (answer.ok) return answer;
  return err(failure('team_unreachable', `${answer.error.code}: ${answer.error.detail}`));
}

function recordedAs(
  answer: Result<{ readonly outcome: string }, TeamFault>,
  wanted: string,
): Result<void, Failure> {
  const heard = said(answer);
  if (!heard.ok) return heard;
  const { outcome } = heard.value;
  if (outcome === wanted) return ok(undefined);
  return err(outcome === 'gone' ? failure('approval_void') : failure('team_refused', outcome));
}
