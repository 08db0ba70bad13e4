import { randomUUID } from 'node:crypto';

import { type NewPaper, type TeamPaper, signedCalls } from '../../src/core/team/signedCalls.ts';
import {
  type TeamKey,
  type TeamRole,
  contentHash,
  newTeamKey,
  signStatement,
} from '../../src/core/team/signing.ts';
import { type Desk, ROOT_KEY, type Team, value } from './setUp.ts';

const LATER = '2099-01-01T00:00:00.000Z';

/** A desk with a supervisor's key and an operator's, that writes what must not count. */
export type FalseDesk = {
  /** Signs a waiting card in every way that is not good enough, each from a login of its own. */
  readonly signBadly: (orderId: string) => Promise<void>;
  /** Well, by a supervisor of this name. */
  readonly signAs: (name: string, orderId: string) => Promise<void>;
  /** Well, by another one, whose desk the server lists after that of `signAs`. Returns their name. */
  readonly signAfter: (orderId: string) => Promise<string>;
  /** Words about an unknown of another desk, each with one fault. What is returned asks what that desk has answered so far. */
  readonly sayFalsely: (
    about: Omit<NewPaper, 'paper_id' | 'purpose'>,
  ) => Promise<() => Promise<readonly string[]>>;
};

export async function falseDesk(team: Team): Promise<FalseDesk> {
  const desk = await team.join();
  const { teamId } = desk.invitation;
  const calls = signedCalls(desk.connection);
  const [supervisor, operator, stranger] = [newTeamKey(), newTeamKey(), newTeamKey()];
  const record = async (
    { publicKey }: TeamKey,
    role: TeamRole,
    by: TeamKey,
    name = `false ${role}`,
  ): Promise<void> => {
    const about = { publicKey, role, name };
    const signature = signStatement({ purpose: 'person', teamId, ...about }, by.privateKey);
    value(await calls.putPerson({ ...about, signedBy: by.publicKey, signature }));
  };
  await record(supervisor, 'supervisor', ROOT_KEY);
  await record(operator, 'operator', supervisor);
  const both = [await team.join(), await team.join()];
  const [first = desk, last = desk] = both.toSorted((one, other) =>
    one.deskId < other.deskId ? -1 : 1,
  );
  const signFrom = async (
    { connection }: Pick<Desk, 'connection'>,
    paper: NewPaper | TeamPaper,
    { privateKey }: TeamKey,
    { publicKey }: TeamKey,
    changed: Partial<NewPaper> = {},
  ): Promise<void> => {
    const of = { ...paper, ...changed };
    const signature = signStatement(
      {
        purpose: of.purpose,
        teamId,
        deskId: of.desk_id,
        subject: of.subject,
        digest: of.digest,
        contentHash: contentHash(of.content),
        expiresAt: of.expires_at,
      },
      privateKey,
    );
    value(await signedCalls(connection).signPaper(paper.paper_id, publicKey, signature));
  };
  const cardOf = async (orderId: string): Promise<TeamPaper> => {
    const papers = value(await calls.papers(false));
    const paper = papers.find(({ content }) => content.includes(`"${orderId}"`));
    if (paper === undefined) throw new Error(`There is no card of ${orderId}.`);
    return paper;
  };
  return {
    async signBadly(orderId) {
      const paper = await cardOf(orderId);
      // A server that shows the signer another card than the one that waits.
      const content = paper.content.replace(`"${orderId}"`, '"shown instead"');
      const bad: readonly (readonly [TeamKey, TeamKey, Partial<NewPaper>?])[] = [
        [stranger, supervisor],
        [stranger, stranger],
        [operator, operator],
        [supervisor, supervisor, { desk_id: desk.deskId }],
        [supervisor, supervisor, { digest: '0'.repeat(64) }],
        [supervisor, supervisor, { purpose: 'resolve' }],
        [supervisor, supervisor, { content }],
      ];
      for (const signing of bad) await signFrom(await team.join(), paper, ...signing);
      await team.admin((session) =>
        session.query('UPDATE team.paper SET content = $1 WHERE paper_id = $2', [
          content,
          paper.paper_id,
        ]),
      );
    },
    async signAs(name, orderId) {
      const key = newTeamKey();
      await record(key, 'supervisor', ROOT_KEY, name);
      await signFrom(first, await cardOf(orderId), key, key);
    },
    async signAfter(orderId) {
      await signFrom(last, await cardOf(orderId), supervisor, supervisor);
      return 'false supervisor';
    },
    async sayFalsely(about) {
      const paper = (): NewPaper => ({ ...about, purpose: 'resolve', paper_id: randomUUID() });
      const say = async (made: NewPaper, ...signing: [TeamKey, TeamKey, Partial<NewPaper>?]) => {
        value(await calls.putPaper(made));
        await signFrom(desk, made, ...signing);
      };
      await say(paper(), stranger, supervisor);
      await say(paper(), stranger, stranger);
      await say(paper(), operator, operator);
      await say(paper(), supervisor, supervisor, { desk_id: desk.deskId });
      await say(paper(), supervisor, supervisor, { purpose: 'approve' });
      await say(paper(), supervisor, supervisor, { expires_at: LATER });
      await say({ ...paper(), expires_at: '2026-01-01T00:00:00.000Z' }, supervisor, supervisor);
      const content = about.content.replace(about.subject, randomUUID());
      await say({ ...paper(), content }, supervisor, supervisor);
      return async () => {
        const papers = value(await calls.papers(false));
        return papers.flatMap(({ subject, result }) =>
          subject === about.subject && result !== null ? [result] : [],
        );
      };
    },
  };
}
