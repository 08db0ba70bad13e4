import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { logPathsOf } from '../../src/core/log/store/paths.ts';
import type { Vault } from '../../src/core/ports.ts';
import { invitationText } from '../../src/core/team/invitation.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import {
  createDraftOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../src/core/testing/builders.ts';
import { acceptedAs, issueOne } from '../../src/core/testing/fillLog.ts';
import { createTestKeychain } from '../../src/core/testing/keychain.ts';
import { memoryAnchorKey, openTestLog } from '../../src/core/testing/log.ts';
import type { TestProvider } from '../../src/core/testing/provider.ts';
import { intentIdSchema } from '../../src/shared/domain/ids.ts';
import type { Sharing } from '../../src/shared/domain/team.ts';
import { sendLog } from './chainCases.ts';
import { type Findings, type Team, startTeam, until } from './setUp.ts';
import { hashesIn } from './tailCases.ts';
import type { TailVictimTask } from './tailVictim.ts';
import {
  type HangingProvider,
  type TeamDesk,
  openTeamDesk,
  reasonOf,
  startHangingProvider,
} from './wholeDesk.ts';

const KILLS = 8;
const KEY = 'c'.repeat(64);

/** Whole desks whose log came from a backup, and desks that have not compared theirs with the server yet. */
export async function tailDeskCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const provider = await startHangingProvider();
  try {
    await directory(team, provider);
    await backup(team, provider);
    await notCompared(team, provider);
    await startedAlone(team, provider);
    await killedInBetween(team);
  } finally {
    await provider.close();
    await team.close();
    removeTemporaryDirs();
  }
}

type Place = { readonly dataDir: string; readonly keychain: Vault };

/** A desk that shares its live profile like this, and the directory as it was before the desk went on. */
async function joined(
  team: Team,
  provider: TestProvider,
  sharing: Sharing,
): Promise<{ readonly now: Place; readonly older: Place }> {
  const now = { dataDir: temporaryDir(), keychain: createTestKeychain() };
  const desk = await openTeamDesk(provider.baseUrl, now);
  await desk.ask('team.join', { invitation: invitationText(await team.invite()) });
  const { profileId } = desk;
  await desk.ask('team.setProfile', { profileId, sharing, offline: 'own_numbers' });
  await desk.inStep();
  await desk.issue(`${sharing}-0`);
  await desk.inStep();
  await desk.close();
  const dataDir = path.join(temporaryDir(), 'older');
  cpSync(now.dataDir, dataDir, { recursive: true });
  return { now, older: { dataDir, keychain: now.keychain } };
}

async function isAtServer(desk: TeamDesk, text: string, outcome: string): Promise<boolean> {
  const asked = { desk: null, outcome, before: null, most: 5, text };
  const reply = await desk.opened.client.call('team.find', asked);
  return reply.ok && reply.value.length === 1;
}

async function claims(team: Team, orderId: string): Promise<number> {
  const rows = await team.admin((session) =>
    session.query('SELECT 1 FROM team.claim WHERE order_id = $1', [orderId]),
  );
  return rows.length;
}

/** The whole data directory came from a backup; the desk had gone on, and was lost with a request under way. */
async function directory(team: Team, provider: HangingProvider): Promise<void> {
  const { check } = team;
  const { now, older } = await joined(team, provider, 'whole');
  const lost = await openTeamDesk(provider.baseUrl, now);
  await lost.inStep();
  await lost.issue('dir-1');
  const hanging = await lost.begin('hang-1');
  await until(() => isAtServer(lost, 'hang-1', 'sending'));
  await team.postgres.killHard();
  provider.letGo();
  await lost.close();
  await team.postgres.start();
  const desk = await openTeamDesk(provider.baseUrl, older);
  const health = await desk.ask('log.health', {});
  check('misclassified', 'the desk says that its log was restored', health.state, 'restored');
  const isFetched = health.state === 'restored' && health.fetched !== undefined;
  check(
    'lost',
    'with what the server gave back',
    [isFetched, 'missing' in health && health.missing],
    [true, null],
  );
  const { fields } = createDraftOf({ order_id: 'dir-0', customer: 'c-dir-0' });
  const intentId = intentIdSchema.parse(randomUUID());
  const { profileId } = desk;
  const blocked = await desk.tried('issue.create', { intentId, profileId, fields, reissue: null });
  check('doubled', 'nothing is issued before a person has seen it', blocked, 'log_unavailable');
  const { request } = await desk.ask('log.history', { intentId: hanging });
  check('misclassified', 'what was under way is unknown', request.outcome, 'unknown');
  await desk.ask('log.acknowledgeRestore', {});
  check('lost', 'in step with its own stream', await desk.inStep(), true);
  check('doubled', 'the claim stays', await claims(team, 'hang-1'), 1);
  const uses = await desk.ask('order.uses', { profileId: desk.profileId, orderId: 'dir-1' });
  check('lost', 'requests of the tail are found', uses.length, 1);
  check('lost', 'it goes on', reasonOf(await desk.issue('dir-2')), 'accepted');
  const verified = await desk.ask('log.verify', {});
  check('misclassified', 'verify', verified.verdict, 'holds');
  await desk.close();
}

/** By the desk itself, from one of its backups. */
async function backup(team: Team, provider: TestProvider): Promise<void> {
  const { check } = team;
  const { now } = await joined(team, provider, 'whole');
  const desk = await openTeamDesk(provider.baseUrl, now);
  await desk.inStep();
  const { name } = await desk.ask('log.backUp', {});
  const after = await desk.issue('back-1');
  await until(() => isAtServer(desk, 'back-1', 'accepted'));
  const health = await desk.ask('log.restore', { name });
  const said = health.state === 'restored' ? [health.fetched !== undefined, health.missing] : [];
  check('lost', 'a restored backup with its tail', said, [true, null]);
  const { request } = await desk.ask('log.history', { intentId: after.intentId });
  check('lost', 'its request is back', request.outcome, 'accepted');
  await desk.ask('log.acknowledgeRestore', {});
  check('lost', 'no second branch', await desk.inStep(), true);
  check('lost', 'it issues', reasonOf(await desk.issue('back-2')), 'accepted');
  check('misclassified', 'verify', (await desk.ask('log.verify', {})).verdict, 'holds');
  await desk.close();
}

/** A copy whose look at the server does not come to an end, while its claims would: the policy decides, as without a server. */
async function notCompared(team: Team, provider: TestProvider): Promise<void> {
  const { check } = team;
  const { now, older } = await joined(team, provider, 'masked');
  const original = await openTeamDesk(provider.baseUrl, now);
  await original.inStep();
  await original.issue('start-1');
  await until(() => isAtServer(original, 'start-1', 'accepted'));
  const { desk: name } = await original.state();
  await original.close();
  await team.admin(async (session) => {
    await session.query('BEGIN', []);
    // `append` waits for this row; a claim does not.
    const locked = 'SELECT FROM team.desk WHERE login = $1 FOR NO KEY UPDATE';
    await session.query(locked, [`desk_${name}`]);
    const copy = await openTeamDesk(provider.baseUrl, older);
    const { profileId } = copy;
    const posts = provider.posts().length;
    check('doubled', 'typed', reasonOf(await copy.issue('start-2')), 'team_refused');
    const offline = { profileId, sharing: 'masked', offline: 'block' } as const;
    await copy.ask('team.setProfile', offline);
    check('doubled', 'block', reasonOf(await copy.issue(await copy.suggest())), 'team_refused');
    check('doubled', 'nothing was sent', provider.posts().length - posts, 0);
    await session.query('ROLLBACK', []);
    const isTold = await until(async () => {
      const { kind } = (await copy.state()).standing;
      return kind === 'server_ahead' || kind === 'stopped';
    });
    check('misclassified', 'then it learns what it is', isTold, true);
    check('doubled', 'and sends nothing', reasonOf(await copy.issue('start-3')), 'team_refused');
    await copy.close();
  });
}

/** Without a server the start is not held up, and the policy decides as at any other time. */
async function startedAlone(team: Team, provider: TestProvider): Promise<void> {
  const { check } = team;
  const { now } = await joined(team, provider, 'proof');
  await team.postgres.killHard();
  const desk = await openTeamDesk(provider.baseUrl, now);
  check('doubled', 'typed, alone', reasonOf(await desk.issue('alone-1')), 'team_refused');
  const own = reasonOf(await desk.issue(await desk.suggest()));
  check('lost', 'own number, alone', own, 'accepted');
  await team.postgres.start();
  // Each claim looks at the server again: a desk does not wait for the pause after a failed connection.
  const isBack = await until(async () => reasonOf(await desk.issue('alone-2')) === 'accepted');
  check('lost', 'with its server again', isBack, true);
  check('lost', 'and in step', await desk.inStep(), true);
  await desk.close();
}

/** All of the tail and the record of it, or nothing. */
async function killedInBetween(team: Team): Promise<void> {
  const { check } = team;
  const desk = await team.join();
  const [lost, older] = [temporaryDir(), path.join(temporaryDir(), 'older')];
  const anchorKey = memoryAnchorKey(KEY);
  const grow = async (prefix: string, requests: number): Promise<void> => {
    const log = await openTestLog(lost, { anchorKey });
    for (let at = 0; at < requests; at += 1) {
      await issueOne(log, `${prefix}-${at}`, acceptedAs(`${prefix}-${at}`));
    }
    await log.close();
  };
  await grow('killA', 1);
  await sendLog(desk, lost);
  cpSync(lost, older, { recursive: true });
  await grow('killB', 400);
  await sendLog(desk, lost);
  desk.connection.close();
  const [before, whole] = [hashesIn(older).length, hashesIn(lost)];
  const address = addressIn(desk.invitation, desk.password);
  const task: TailVictimTask = { dataDir: older, address, key: KEY };
  const script = path.join(import.meta.dirname, 'tailVictim.ts');
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = spawn(process.execPath, [script, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(victim, 'exit');
    await once(victim.stdout, 'data');
    // Half of the kills come as soon as the log is being written to, the others at any moment.
    await (kill % 2 === 0 ? writtenOrEnded(older, victim) : sleep(kill * 12));
    victim.kill('SIGKILL');
    await exited;
    const own = hashesIn(older);
    const isAll = own.length > whole.length && own[whole.length - 1] === whole.at(-1);
    check('lost', `kill ${kill}: all or nothing`, own.length === before || isAll, true);
  }
  const last = spawn(process.execPath, [script, JSON.stringify(task)], { stdio: 'ignore' });
  await once(last, 'exit');
  const own = hashesIn(older);
  check('lost', 'the last one brings it back', own.slice(0, whole.length), whole);
  const log = await openTestLog(older, { anchorKey });
  const { verify, health } = log;
  const verified = await verify();
  check('misclassified', 'verify', verified.ok && verified.value.verdict, 'holds');
  check('misclassified', 'restored', health().state, 'restored');
  await log.close();
}

async function writtenOrEnded(dataDir: string, victim: ChildProcess): Promise<void> {
  const wal = `${logPathsOf(dataDir).file}-wal`;
  const isWritten = (): boolean => (statSync(wal, { throwIfNoEntry: false })?.size ?? 0) > 0;
  while (victim.exitCode === null && !isWritten()) await nextTurn();
}
