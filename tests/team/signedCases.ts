import { randomUUID } from 'node:crypto';

import { type TeamPaper, signedCalls } from '../../src/core/team/signedCalls.ts';
import {
  type TeamRole,
  contentHash,
  isSigned,
  newTeamKey,
  signStatement,
  trustedPeople,
} from '../../src/core/team/signing.ts';
import { type Desk, MERCHANT, ROOT_KEY, type Team, value } from './setUp.ts';

const root = ROOT_KEY;
const [boss, clerk] = [newTeamKey(), newTeamKey()];
const LATER = '2099-01-01T00:00:00.000Z';

/** Papers and keys over the real server. What a login can write must neither count nor hide what was signed. */
export async function signedCases(team: Team): Promise<void> {
  const { check } = team;
  const [owner, supervisor, mallory] = [await team.join(), await team.join(), await team.join()];
  const blind = await team.join({ merchants: ['another merchant'] });
  const { teamId } = owner.invitation;
  const person = (key: typeof boss, role: TeamRole, by: typeof boss) => {
    const about = { publicKey: key.publicKey, role, name: 'Nadia' };
    const signature = signStatement({ purpose: 'person', teamId, ...about }, by.privateKey);
    return { ...about, signedBy: by.publicKey, signature };
  };
  const of = ({ connection }: Desk) => signedCalls(connection);
  const rolesSeen = async () =>
    trustedPeople(value(await of(owner).signers()), teamId, root.publicKey).map(({ role }) => role);

  const forged = { ...person(boss, 'supervisor', root), name: 'Mallory' };
  check(
    'misclassified',
    'a forged record is taken',
    await said(of(mallory).putPerson(forged)),
    'recorded',
  );
  check('misclassified', 'and counts for nothing', await rolesSeen(), []);
  await of(supervisor).putPerson(person(boss, 'supervisor', root));
  await of(supervisor).putPerson(person(clerk, 'senior', boss));
  check('misclassified', 'records that are signed count beside it', await rolesSeen(), [
    'supervisor',
    'senior',
  ]);

  const paper = {
    paper_id: randomUUID(),
    purpose: 'approve' as const,
    desk_id: owner.deskId,
    merchant: MERCHANT,
    subject: randomUUID(),
    digest: 'd'.repeat(64),
    content: '{"cents":150000}',
    expires_at: LATER,
  };
  const forOther = { ...paper, paper_id: randomUUID() };
  check(
    'misclassified',
    'a card of another desk',
    await said(of(mallory).putPaper(forOther)),
    'other_desk',
  );
  check(
    'misclassified',
    'a card of the own desk',
    await said(of(owner).putPaper(paper)),
    'recorded',
  );
  const changed = { ...paper, content: '{"cents":1}', desk_id: mallory.deskId };
  await of(mallory).putPaper(changed);
  const [seen] = value(await of(supervisor).papers(false));
  check(
    'misclassified',
    'a second paper of the same id changes nothing',
    seen?.content,
    paper.content,
  );
  check(
    'misclassified',
    'a login of other merchants sees none',
    value(await of(blind).papers(false)),
    [],
  );
  check(
    'misclassified',
    'and signs none',
    await said(of(blind).signPaper(paper.paper_id, 'k', 's')),
    'gone',
  );

  for (let time = 0; time < 12; time += 1) {
    await of(mallory).signPaper(paper.paper_id, boss.publicKey, `false${time}`);
  }
  const statement = { ...statementOf(paper), teamId, deskId: owner.deskId };
  const signature = signStatement(statement, boss.privateKey);
  check(
    'lost',
    'signs after a login signed again and again',
    await said(of(supervisor).signPaper(paper.paper_id, boss.publicKey, signature)),
    'signed',
  );
  const [own] = value(await of(owner).papers(true));
  const good = (own?.signatures ?? []).filter((one, place) =>
    isSigned(statement, one, own?.public_keys[place] ?? ''),
  );
  check('misclassified', 'one of each desk is kept', own?.signatures.length, 2);
  check('lost', 'exactly the real signature verifies', good, [signature]);
  const others = { ...statement, deskId: mallory.deskId };
  check('doubled', 'and for another desk none', isSigned(others, signature, boss.publicKey), false);

  check(
    'misclassified',
    'others end nothing',
    await said(of(mallory).endPaper(paper.paper_id, 'used')),
    'gone',
  );
  check(
    'misclassified',
    'its desk ends it',
    await said(of(owner).endPaper(paper.paper_id, 'used')),
    'ended',
  );
  check('doubled', 'once', await said(of(owner).endPaper(paper.paper_id, 'used again')), 'gone');
  check('misclassified', 'it waits no more', value(await of(owner).papers(true)), []);

  const written: string[] = [];
  for (let time = 0; time < 101; time += 1) {
    const one = { ...paper, paper_id: randomUUID(), purpose: 'resolve' as const };
    written.push(await said(of(mallory).putPaper(one)));
  }
  check('misclassified', 'a login writes no more than its share', written.at(-1), 'too_many');
  const word = { ...paper, paper_id: randomUUID(), purpose: 'resolve' as const };
  await of(supervisor).putPaper(word);
  const waiting = value(await of(owner).papers(true)).map(({ paper_id: id }) => id);
  check('lost', 'and does not hide a word of another', waiting.includes(word.paper_id), true);
}

function statementOf({
  purpose,
  subject,
  digest,
  content,
  expires_at: expiresAt,
}: Pick<TeamPaper, 'purpose' | 'subject' | 'digest' | 'content' | 'expires_at'>) {
  return { purpose, subject, digest, contentHash: contentHash(content), expiresAt };
}

async function said(
  answer: ReturnType<ReturnType<typeof signedCalls>['endPaper']>,
): Promise<string> {
  return value(await answer).outcome;
}
