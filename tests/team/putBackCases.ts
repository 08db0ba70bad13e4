import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

import { invitationText } from '../../src/core/team/invitation.ts';
import { MERCHANT, removeTemporaryDirs, temporaryDir } from '../../src/core/testing/builders.ts';
import type { Vault } from '../../src/core/ports.ts';
import { unfreezeDesk } from '../../src/core/team/server/desks.ts';
import { createTestKeychain } from '../../src/core/testing/keychain.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../src/shared/domain/logSearch.ts';
import type { DepositRequest } from '../../src/shared/domain/request.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type Findings, type Team, startTeam, until } from './setUp.ts';
import { SECRET, type TeamDesk, openTeamDesk, reasonOf } from './wholeDesk.ts';

/**
 * Three whole desks, a server that is killed, and the sandbox's ledger as the judge: a data directory that is put back sends no order
 * again, whatever its log has forgotten.
 */
export async function putBackCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const ledgerFile = path.join(temporaryDir(), 'ledger.jsonl');
  const merchants = [{ merchant: MERCHANT, secret: SECRET }];
  const provider = await startSandbox({ port: 0, ledgerFile, merchants });
  try {
    await putBack(team, provider);
    await otherKeychain(team, provider);
    await otherBranch(team, provider);
    await sentByTwo(team, provider);
  } finally {
    await provider.close();
    await team.close();
    removeTemporaryDirs();
  }
}

async function joined(team: Team, provider: RunningSandbox): Promise<TeamDesk> {
  const desk = await openTeamDesk(provider.origin);
  await desk.ask('team.join', { invitation: invitationText(await team.invite()) });
  await desk.inStep();
  return desk;
}

async function issueNext(desk: TeamDesk): Promise<DepositRequest> {
  return desk.issue(await desk.suggest());
}

async function issueSome(desk: TeamDesk, count: number): Promise<readonly string[]> {
  const orders: string[] = [];
  for (let at = 0; at < count; at += 1) {
    orders.push((await issueNext(desk)).body.fields.order_id);
  }
  return orders;
}

/** Orders that arrived at the provider more than once. */
function doubled(provider: RunningSandbox): readonly string[] {
  const orders = new Set(provider.ledger().map(({ order_id: order }) => order));
  return [...orders].filter((order) => provider.arrivalsOf(order) > 1);
}

async function offline(desk: TeamDesk): Promise<boolean> {
  return until(async () => (await desk.state()).standing.kind === 'offline');
}

/** An older copy of the data directory is put back while the server is down, with the policy that every live profile begins with. */
async function putBack(team: Team, provider: RunningSandbox): Promise<void> {
  const { check } = team;
  const [front, back, night] = [
    await joined(team, provider),
    await joined(team, provider),
    await joined(team, provider),
  ];
  for (const desk of [front, back, night]) await issueSome(desk, 2);
  // The number that the form shows when the desk is closed.
  const shown = await front.suggest();
  const { dataDir, keychain } = front;
  await front.close();
  const older = path.join(temporaryDir(), 'older');
  cpSync(dataDir, older, { recursive: true });
  const later = await openTeamDesk(provider.origin, { dataDir, keychain });
  await later.inStep();
  await later.issue(shown);
  const sent = await issueSome(later, 3);
  await later.close();
  await team.postgres.killHard();

  rmSync(dataDir, { recursive: true });
  cpSync(older, dataDir, { recursive: true });
  const again = await openTeamDesk(provider.origin, { dataDir, keychain });
  await offline(again);
  const arrived = provider.arrivals();
  check(
    'doubled',
    'the number of before the start',
    reasonOf(await again.issue(shown)),
    'team_refused',
  );
  const typed = await again.issue(sent[0] ?? '');
  check('doubled', 'a number that looks like its own', reasonOf(typed), 'team_refused');
  check('doubled', 'neither was sent', provider.arrivals() - arrived, 0);
  for (let at = 0; at < 3; at += 1) {
    check('lost', 'own numbers are sent', reasonOf(await issueNext(again)), 'accepted');
  }
  for (const desk of [back, night]) {
    check('lost', 'the others go on', reasonOf(await issueNext(desk)), 'accepted');
  }
  check('doubled', 'no order was sent twice', doubled(provider), []);
  await team.postgres.start();
  for (const desk of [back, night]) await desk.inStep();
  check('doubled', 'nor afterwards', doubled(provider), []);
  for (const desk of [again, back, night]) await desk.close();
}

/** Without what its keychain knew, Live waits: for the server, or for a person who may set up. */
async function otherKeychain(team: Team, provider: RunningSandbox): Promise<void> {
  const { check } = team;
  const desk = await joined(team, provider);
  await issueSome(desk, 1);
  const { dataDir, keychain } = desk;
  await desk.close();
  await team.postgres.killHard();
  const alone = await openTeamDesk(provider.origin, {
    dataDir,
    keychain: withoutNumbers(keychain),
  });
  await offline(alone);
  check('misclassified', 'the desk says so', (await alone.state()).numbers, 'unknown');
  const refused = await issueNext(alone);
  const why = 'reason' in refused ? refused.reason.detail : null;
  check('doubled', 'Live waits', [reasonOf(refused), why], ['team_refused', 'numbers_unknown']);
  const { profileId } = alone;
  await alone.ask('team.setProfile', { profileId, sharing: 'masked', offline: 'warn' });
  check('doubled', 'whatever its policy', reasonOf(await issueNext(alone)), 'team_refused');
  await alone.ask('team.takeNumbers', {});
  check('misclassified', 'by a person', (await alone.state()).numbers, 'held');
  check('lost', 'it goes on', reasonOf(await issueNext(alone)), 'accepted');
  await alone.close();
  await team.postgres.start();
  const served = await openTeamDesk(provider.origin, {
    dataDir,
    keychain: withoutNumbers(keychain),
  });
  await served.inStep();
  const isHeld = await until(async () => (await served.state()).numbers === 'held');
  check('lost', 'the server tells what the keychain lacks', isHeld, true);
  check('lost', 'and it goes on', reasonOf(await issueNext(served)), 'accepted');
  await served.close();
  check('doubled', 'no order was sent twice', doubled(provider), []);
}

/** An older directory without what its keychain knew, and a supervisor chose its branch: in step, and it lacks numbers that were used. */
async function otherBranch(team: Team, provider: RunningSandbox): Promise<void> {
  const { check } = team;
  const desk = await joined(team, provider);
  const name = (await desk.state()).desk;
  await issueSome(desk, 1);
  const { dataDir, keychain } = desk;
  await desk.close();
  const older = path.join(temporaryDir(), 'older');
  cpSync(dataDir, older, { recursive: true });
  const later = await openTeamDesk(provider.origin, { dataDir, keychain });
  await later.inStep();
  await issueSome(later, 3);
  const all = `SELECT FROM team.request JOIN team.desk USING (desk_id) WHERE code = $1 AND outcome = 'accepted'`;
  const { code } = await later.state();
  const arrived = (): Promise<readonly unknown[]> =>
    team.admin((session) => session.query(all, [code]));
  await until(async () => (await arrived()).length === 4);
  await later.close();
  const again = await openTeamDesk(provider.origin, {
    dataDir: older,
    keychain: withoutNumbers(keychain),
  });
  await until(async () => (await again.state()).standing.kind === 'server_ahead');
  await team.admin((session) => unfreezeDesk(session, name, true));
  check('lost', 'it is in step on its branch', await again.inStep(), true);
  await team.postgres.killHard();
  await offline(again);
  check('doubled', 'Live waits', reasonOf(await issueNext(again)), 'team_refused');
  await again.ask('team.takeNumbers', {});
  check('lost', 'a person takes its place', reasonOf(await issueNext(again)), 'accepted');
  check('doubled', 'no order was sent twice on two branches', doubled(provider), []);
  await team.postgres.start();
  await again.close();
}

/** Two desks send one order while the server is away; a third one sends its own. Both requests need attention, and nothing else does. */
async function sentByTwo(team: Team, provider: RunningSandbox): Promise<void> {
  const { check } = team;
  const desks = [
    await joined(team, provider),
    await joined(team, provider),
    await joined(team, provider),
  ] as const;
  await team.postgres.killHard();
  for (const { ask, profileId } of desks) {
    await ask('team.setProfile', { profileId, sharing: 'masked', offline: 'warn' });
  }
  const [front, back, night] = desks;
  await until(async () => (await front.state()).standing.kind === 'offline');
  const held = await front.issue('both-1');
  await back.issue('both-1');
  await night.issue('alone-1');
  await team.postgres.start();
  for (const desk of desks) await desk.inStep();
  const names = await Promise.all(desks.map(async (desk) => (await desk.state()).desk));
  const marked = async (desk: TeamDesk): Promise<readonly unknown[]> => {
    const query = {
      text: '',
      filter: { ...NO_FILTER, attention: ['sent_elsewhere' as const] },
      range: { kind: 'all' as const },
      sort: NEWEST_FIRST,
      dayProfileId: desk.profileId,
    };
    const found = await desk.ask('log.search', { searchId: randomUUID(), query, pageSize: 10 });
    return found.rows.map(({ orderId }) => orderId);
  };
  for (const [at, desk] of [front, back].entries()) {
    const isMarked = await until(async () => (await marked(desk)).length === 1);
    check('lost', `desk ${at} is told`, isMarked, true);
    check('misclassified', 'which order', await marked(desk), ['both-1']);
    const report = await desk.ask('handOver.report', { profileId: desk.profileId });
    const handed = report.flagged.map(({ sentElsewhere }) => sentElsewhere?.desks);
    check('lost', 'handed over with its other desk', handed, [[names[1 - at]]]);
  }
  for (const desk of desks) {
    const listed = await desk.ask('team.conflicts', {});
    await until(async () => (await desk.state()).conflicts === listed.length);
    check('misclassified', 'as many as are listed', (await desk.state()).conflicts, listed.length);
  }
  check('misclassified', 'the third desk has none', await marked(night), []);
  const { intentId } = held;
  await front.ask('request.flag', { intentId, flagged: false });
  await until(async () => (await marked(front)).length === 0);
  check('misclassified', 'until it was dealt with', await marked(front), []);
  check('misclassified', 'verify', (await front.ask('log.verify', {})).verdict, 'holds');
  for (const desk of desks) await desk.close();
}

/** The same keychain, as it would be without the item that holds the ends of the desk's numbers. */
function withoutNumbers(keychain: Vault): Vault {
  const fresh = createTestKeychain();
  const of = (account: string): Vault => (account.startsWith('team-numbers:') ? fresh : keychain);
  return {
    ...keychain,
    read: (account) => of(account).read(account),
    write: (account, secret) => of(account).write(account, secret),
  };
}
