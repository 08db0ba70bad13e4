import { randomUUID } from 'node:crypto';

import { type NewPaper, type TeamPaper, signedCalls } from '../../src/core/team/signedCalls.ts';
import {
  type TeamKey,
  type TeamRole,
  contentHash,
  newTeamKey,
  signStatement,
} from '../../src/core/team/signing.ts';
import { ROOT_KEY, type Team, value } from './setUp.ts';

const LATER = '2099-01-01T00:00:00.000Z';

/** A desk with a login of its own, a supervisor's key and an operator's, that writes what must not count. */
export type FalseDesk = {
  /** Signs a waiting card in every way that is not good enough. */
  readonly signBadly: (orderId: string) => Promise<void>;
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
  const record = async ({ publicKey }: TeamKey, role: TeamRole, by: TeamKey): Promise<void> => {
    const about = { publicKey, role, name: `false ${role}` };
    const signature = signStatement({ purpose: 'person', teamId, ...about }, by.privateKey);
    value(await calls.putPerson({ ...about, signedBy: by.publicKey, signature }));
  };
  await record(supervisor, 'supervisor', ROOT_KEY);
  await record(operator, 'operator', supervisor);
  const sign = async (
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
    value(await calls.signPaper(paper.paper_id, publicKey, signature));
  };
  return {
    async signBadly(orderId) {
      const papers = value(await calls.papers(false));
      const paper = papers.find(({ content }) => content.includes(`"${orderId}"`));
      if (paper === undefined) throw new Error(`There is no card of ${orderId}.`);
      await sign(paper, stranger, supervisor);
      await sign(paper, operator, operator);
      await sign(paper, supervisor, supervisor, { desk_id: desk.deskId });
      await sign(paper, supervisor, supervisor, { digest: '0'.repeat(64) });
      await sign(paper, supervisor, supervisor, { purpose: 'resolve' });
      // A server that shows the signer another card than the one that waits.
      const content = paper.content.replace(`"${orderId}"`, '"shown instead"');
      await sign(paper, supervisor, supervisor, { content });
      await team.admin((session) =>
        session.query('UPDATE team.paper SET content = $1 WHERE paper_id = $2', [
          content,
          paper.paper_id,
        ]),
      );
    },
    async sayFalsely(about) {
      const paper = (): NewPaper => ({ ...about, purpose: 'resolve', paper_id: randomUUID() });
      const say = async (made: NewPaper, ...signing: [TeamKey, TeamKey, Partial<NewPaper>?]) => {
        value(await calls.putPaper(made));
        await sign(made, ...signing);
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
