import { type Failure, failure } from '#shared/domain/failure.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import type { Operator, TeamStatement } from '#shared/domain/operator.ts';
import type { Permission } from '#shared/domain/permission.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type DeskEvents, tellOfEnds } from '../desk/deskEvents.ts';
import type { Eyes } from '../eyes/eyes.ts';
import type { People } from '../people/people.ts';
import type { Chance, Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Membership } from './membership.ts';
import { type Team, type TeamDeps, openTeam } from './openTeam.ts';
import { readWord } from './paperContent.ts';
import type { TeamPaper } from './signedCalls.ts';
import { type PaperServer, type Posted, postCards } from './postCards.ts';
import { createTeamKeys } from './teamKeys.ts';
import { type Trusted, contentHash, isSigned, trustedPeople } from './signing.ts';
import type { LogPort } from '../log/openLog.ts';

/** How often the server is asked: while a card of this desk waits, and otherwise. */
const WAITING_MS = 2000;
const IDLE_MS = 10_000;
type PapersDeps = {
  readonly team: Pick<Team, 'membership' | 'asks' | 'shareCustomer'>;
  readonly eyes: Pick<Eyes, 'waiting' | 'ended' | 'approveSigned' | 'rulesOf'>;
  readonly people: Pick<People, 'state' | 'monotonicMs' | 'isHere'>;
  readonly profiles: Pick<Profiles, 'find'>;
  readonly log: Pick<LogPort, 'resolve' | 'find'>;
  readonly events: DeskEvents;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid'>;
  readonly onBug: (error: unknown) => void;
};

type Ask = NonNullable<ReturnType<Team['asks']>>;
/** The desk's place in its team, and what is signed there: cards of this desk that wait, and words about its unknowns. */
export function openTeamWithPapers(deps: TeamDeps & Omit<PapersDeps, 'team'>) {
  const team = openTeam(deps);
  const papers = openPapers({ ...deps, team });
  return {
    ...team,
    keys: createTeamKeys(deps.keychains, deps.redactor),
    async close(): Promise<void> {
      await papers.close();
      await team.close();
    },
  };
}

/**
 * What this desk acts on: signatures of people at other desks. Its waiting cards are posted, with what their profiles share; a
 * signature counts when it is by a person whom the root key or its supervisors signed, and for exactly the card that waits here.
 */
function openPapers(deps: PapersDeps) {
  const posted = new Map<string, Posted>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();

  async function turn(): Promise<void> {
    const [own, ask] = [deps.team.membership(), deps.team.asks()];
    if (own === null || ask === null) {
      posted.clear();
      return;
    }
    const { shareCustomer } = deps.team;
    await postCards({ ...deps, shareCustomer }, own, serverOf(ask), posted);
    const [signers, papers] = [
      await ask('signers', own.teamId, own.rootKey),
      await ask('papers', true, own.teamId),
    ];
    if (!signers.ok || !papers.ok) return;
    const trusted = trustedPeople(signers.value, own.teamId, own.rootKey);
    const signed = papers.value.filter(({ signatures }) => signatures.length > 0);
    for (const paper of signed) {
      if (paper.purpose === 'approve') approve(deps, trusted, paper, posted);
    }
    const words = signed.filter(({ purpose }) => purpose === 'resolve');
    await Promise.all(words.map((paper) => resolve(deps, own, ask, trusted, paper)));
  }

  function schedule(ms: number): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = turn()
        .catch(deps.onBug)
        .finally(() => schedule(posted.size > 0 ? WAITING_MS : IDLE_MS));
    }, ms).unref();
  }

  const unlisten = deps.events.onEvent((event) => {
    if (event.name === 'eyes.changed' && deps.team.membership() !== null) schedule(0);
  });
  schedule(IDLE_MS);
  return {
    async close(): Promise<void> {
      isClosed = true;
      unlisten();
      clearTimeout(timer);
      await running;
    },
  };
}

function serverOf(ask: Ask): PaperServer {
  return {
    async put(paper) {
      const recorded = await ask('putPaper', paper);
      return recorded.ok && recorded.value.outcome === 'recorded';
    },
    end: async (paperId, result) => (await ask('endPaper', paperId, result)).ok,
  };
}

function approve(
  deps: PapersDeps,
  trusted: readonly Trusted[],
  paper: TeamPaper,
  posted: ReadonlyMap<string, Posted>,
): void {
  const [cardId, mine] = [...posted].find(([, { paperId }]) => paperId === paper.paper_id) ?? [];
  if (cardId === undefined || mine === undefined) return;
  // The first approval stays: a later one neither prolongs nor replaces it.
  const card = deps.eyes.waiting().find((one) => one.cardId === cardId);
  if (card === undefined || card.approval !== null) return;
  // What this desk posted, not what the server says now: the signer may have been shown something else.
  const { digest } = mine.statement;
  const at = deps.clock.now().toISOString();
  const of = { approvalId: paper.paper_id, digest, at, how: 'signed' as const };
  // One is enough. The author's own, given at another desk, is passed over.
  signersOf(deps, trusted, paper, mine.statement, 'approve').some(
    (by) => deps.eyes.approveSigned(cardId, { ...of, by }, mine.untilMs).ok,
  );
}

/** Who signed exactly this, and has a role that may do it as the rules of this desk say. */
function signersOf(
  { people }: Pick<PapersDeps, 'people'>,
  trusted: readonly Trusted[],
  paper: TeamPaper,
  statement: TeamStatement,
  needed: Permission,
): readonly Operator[] {
  return paper.public_keys.flatMap((publicKey, place) => {
    const signature = paper.signatures[place] ?? '';
    const person = trusted.find((one) => one.publicKey === publicKey);
    const may = person !== undefined && people.state()?.rules.roles[person.role].includes(needed);
    if (may !== true || !isSigned(statement, signature, publicKey)) return [];
    const signed = { paperId: paper.paper_id, publicKey, signature, statement };
    return [{ account: 'team', name: person.name, signed }];
  });
}

/** The first word recorded wins; a later one is a conflict, said to the desk that wrote it. */
async function resolve(
  deps: PapersDeps,
  own: Membership,
  ask: Ask,
  trusted: readonly Trusted[],
  paper: TeamPaper,
): Promise<void> {
  const { subject, digest, content, expires_at: expiresAt } = paper;
  const of = { teamId: own.teamId, deskId: own.deskId, subject, digest, expiresAt };
  const statement = { purpose: 'resolve' as const, ...of, contentHash: contentHash(content) };
  const [by] = signersOf(deps, trusted, paper, statement, 'resolve');
  if (by === undefined) return;
  const done = await resolved(deps, paper, by);
  const result = done.ok ? 'resolved' : done.error.code;
  await ask('endPaper', paper.paper_id, result === 'not_resolvable' ? 'conflict' : result);
}

async function resolved(
  { log, eyes, events, clock }: PapersDeps,
  paper: TeamPaper,
  by: Operator,
): Promise<Result<void, Failure>> {
  if (!(new Date(paper.expires_at).getTime() > clock.now().getTime())) {
    return err(failure('approval_void'));
  }
  const word = readWord(paper.content);
  if (word === null || word.intentId !== paper.subject) return err(failure('invalid_input'));
  const intentId: IntentId = intentIdSchema.parse(paper.subject);
  const request = await log.find(intentId);
  if (request === null) return err(failure('request_not_found'));
  if (
    request.outcome === 'unknown' &&
    request.resolution?.operator.signed?.paperId === paper.paper_id
  ) {
    return ok(undefined);
  }
  // One signature is one person.
  if (eyes.rulesOf(request.profileId).kinds.includes('settle_unknowns')) {
    return err({ code: 'approval_needed', reasons: ['settle_unknowns'], cardId: null });
  }
  const done = await log.resolve([intentId], word.finding, by, word.note);
  if (!done.ok) return done;
  await tellOfEnds({ log, events }, done.value);
  return ok(undefined);
}
