import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { invitationText } from '../../src/core/team/invitation.ts';
import { revokeDesk } from '../../src/core/team/server/desks.ts';
import { importLog } from '../../src/core/team/server/importLog.ts';
import { verifyTeam } from '../../src/core/team/server/verify.ts';
import { OPERATOR, removeTemporaryDirs, temporaryDir } from '../../src/core/testing/builders.ts';
import type { TestProvider } from '../../src/core/testing/provider.ts';
import type { Sharing } from '../../src/shared/domain/team.ts';
import { runTeam } from './commandCases.ts';
import { CUSTOMER_KEY, type Findings, type Team, startTeam, until } from './setUp.ts';
import { hashesIn } from './tailCases.ts';
import {
  type HangingProvider,
  type TeamDesk,
  openTeamDesk,
  reasonOf,
  startHangingProvider,
} from './wholeDesk.ts';

/** A desk that was lost or is revoked, whose log has what the server never got. */
export async function importCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const provider = await startHangingProvider();
  const dir = mkdtempSync(path.join(tmpdir(), 'team-import-'));
  try {
    await handedIn(team, provider, dir);
    await masked(team, provider, dir);
    await archived(team, provider);
  } finally {
    await provider.close();
    await team.close();
    rmSync(dir, { recursive: true, force: true });
    removeTemporaryDirs();
  }
}

export type Joined = { readonly desk: TeamDesk; readonly name: string; readonly code: string };

export async function joined(
  team: Team,
  provider: TestProvider,
  sharing: Sharing,
): Promise<Joined> {
  const desk = await openTeamDesk(provider.baseUrl, { dataDir: temporaryDir() });
  await desk.ask('team.join', { invitation: invitationText(await team.invite()) });
  const { profileId } = desk;
  await desk.ask('team.setProfile', { profileId, sharing, offline: 'warn' });
  await desk.inStep();
  await desk.issue(`${sharing}-before`);
  await desk.inStep();
  const { desk: name, code } = await desk.state();
  return { desk, name, code: code ?? '' };
}

const BY = { key: { state: 'not_yet' }, operator: OPERATOR, customerKey: CUSTOMER_KEY } as const;

/** What it said, or why not. */
export async function imported(team: Team, name: string, dataDir: string): Promise<string> {
  try {
    const { events, unknown } = await team.admin((session) =>
      importLog(session, name, { dataDir, now: new Date(), ...BY }),
    );
    return `${events > 0 ? 'some' : 'no'} events, ${unknown} unknown`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export async function stateOf(team: Team, name: string): Promise<unknown> {
  const rows = await team.admin((session) =>
    session.query('SELECT state FROM team.desk WHERE login = $1', [`desk_${name}`]),
  );
  return rows[0];
}

export async function hashesAtServer(team: Team, name: string): Promise<readonly string[]> {
  const rows = await team.admin((session) =>
    session.query(
      `SELECT encode(hash, 'hex') AS hash FROM team.event JOIN team.desk USING (desk_id)
        WHERE login = $1 ORDER BY event.stream, seq`,
      [`desk_${name}`],
    ),
  );
  return z
    .array(z.object({ hash: z.string() }))
    .parse(rows)
    .map(({ hash }) => hash);
}

/** Lost without the server, with one request answered and one under way. */
async function handedIn(team: Team, provider: HangingProvider, dir: string): Promise<void> {
  const { check } = team;
  const lost = await joined(team, provider, 'whole');
  const other = await joined(team, provider, 'whole');
  const [older, handed] = [path.join(dir, 'older'), path.join(dir, 'handed')];
  await team.postgres.killHard();
  cpSync(lost.desk.dataDir, older, { recursive: true });
  check('lost', 'without it', reasonOf(await lost.desk.issue('imp-1')), 'accepted');
  const before = provider.posts().length;
  await lost.desk.begin('hang-imp');
  await until(() => provider.posts().length > before);
  cpSync(lost.desk.dataDir, handed, { recursive: true });
  provider.letGo();
  await lost.desk.close();
  await team.postgres.start();
  check('lost', 'the other is back', await other.desk.inStep(), true);

  const { name } = lost;
  const ours = (dataDir: string): Promise<string> => imported(team, name, dataDir);
  check(
    'misclassified',
    'a desk that works',
    await imported(team, other.name, handed),
    `${other.name} is not revoked: it sends its events itself.`,
  );
  check(
    'misclassified',
    'no desk',
    await imported(team, 'no_one', handed),
    'There is no desk no_one.',
  );
  await team.admin((session) => revokeDesk(session, name));
  check(
    'misclassified',
    "another desk's directory",
    await ours(other.desk.dataDir),
    `${other.desk.dataDir} is not the data directory of ${name}.`,
  );
  const atServer = await hashesAtServer(team, name);
  check('lost', 'its log is imported', await ours(handed), 'some events, 1 unknown');
  const inLog = hashesIn(handed);
  check('lost', 'every event of it', await hashesAtServer(team, name), inLog);
  check('lost', 'after those that were there', inLog.slice(0, atServer.length), atServer);
  await found(team, other.desk);
  await closed(team, lost);
  check('doubled', 'a second time', await ours(handed), 'no events, 0 unknown');
  const branch = hashesIn(lost.desk.dataDir);
  check(
    'misclassified',
    'another branch',
    /another branch/u.test(await ours(lost.desk.dataDir)),
    true,
  );
  check('lost', 'is left as it was', hashesIn(lost.desk.dataDir), branch);
  check('misclassified', 'an older log', (await ours(older)).startsWith('The server has'), true);
  check('misclassified', 'and closed still', await stateOf(team, name), { state: 'revoked' });
  byCommand(team, name, handed);
  await other.desk.close();
}

/** What the others see. */
async function found({ check, admin }: Team, desk: TeamDesk): Promise<void> {
  const outcomes = async (text: string): Promise<readonly string[]> => {
    const asked = { desk: null, outcome: null, before: null, most: 5, text };
    return (await desk.ask('team.find', asked)).map(({ outcome }) => outcome);
  };
  check('lost', 'the answered request', await outcomes('imp-1'), ['accepted']);
  check('misclassified', 'the one under way', await outcomes('hang-imp'), ['unknown']);
  const claims = await admin((session) =>
    session.query("SELECT 1 FROM team.claim WHERE order_id = 'hang-imp'"),
  );
  check('doubled', 'has its order', claims.length, 1);
  const again = reasonOf(await desk.issue('hang-imp'));
  check('doubled', 'which no other desk sends', again, 'order_claimed');
  const reports = await admin(verifyTeam);
  const isSound = reports.every(
    ({ brokenAt, wrongRows }) => brokenAt === null && wrongRows.length === 0,
  );
  check('misclassified', 'verify', isSound, true);
}

async function closed(team: Team, { name, desk }: Joined): Promise<void> {
  team.check('misclassified', 'revoked again', await stateOf(team, name), { state: 'revoked' });
  const [role] = await team.admin((session) =>
    session.query('SELECT rolcanlogin AS open FROM pg_roles WHERE rolname = $1', [`desk_${name}`]),
  );
  team.check('misclassified', 'its login is closed', role, { open: false });
  await desk.close();
}

function byCommand({ check, url }: Team, name: string, dataDir: string): void {
  const done = runTeam('import', name, url, '--data-dir', dataDir);
  check(
    'misclassified',
    'by command',
    [done.code, done.out.trim()],
    [0, `0 events of ${name} were imported; its login is closed.`],
  );
  const nowhere = runTeam('import', name, url, '--data-dir', `${dataDir}-none`);
  check('misclassified', 'no directory', nowhere.code, 1);
  check('misclassified', 'no flag', runTeam('import', name, url).code, 2);
}

/** What its profiles share says what of it is imported. */
async function masked(team: Team, provider: TestProvider, dir: string): Promise<void> {
  const { check } = team;
  const { desk, name } = await joined(team, provider, 'masked');
  await team.postgres.killHard();
  check('lost', 'masked, without it', reasonOf(await desk.issue('imp-masked')), 'accepted');
  const handed = path.join(dir, 'masked');
  await desk.close();
  cpSync(desk.dataDir, handed, { recursive: true });
  await team.postgres.start();
  await team.admin((session) => revokeDesk(session, name));
  check('lost', 'masked', await imported(team, name, handed), 'some events, 0 unknown');
  const salted = await team.admin((session) =>
    session.query(
      `SELECT 1 FROM team.event JOIN team.desk USING (desk_id) WHERE login = $1 AND salt IS NOT NULL`,
      [`desk_${name}`],
    ),
  );
  check('misclassified', 'no salt of it is at the server', salted.length, 0);
  const [row] = await team.admin((session) =>
    session.query("SELECT customer FROM team.request WHERE order_id = 'imp-masked'"),
  );
  const { customer } = z.object({ customer: z.string() }).parse(row);
  const isMasked = /^hmac-sha256:[0-9a-f]{64}$/u.test(customer);
  check('misclassified', 'its customer is shared as the desk would', isMasked, true);
}

/** What is told of its requests later is shared as before. */
async function archived(team: Team, provider: TestProvider): Promise<void> {
  const { desk } = await joined(team, provider, 'whole');
  const { intentId } = await desk.issue('archived-1');
  await desk.ask('profile.archive', { profileId: desk.profileId, archived: true });
  await desk.ask('request.note', { intentId, text: 'asked the provider' });
  const bodies = async (): Promise<readonly unknown[]> =>
    team.admin((session) =>
      session.query(
        "SELECT body IS NOT NULL AS whole FROM team.event WHERE intent_id = $1 AND kind = 'noted'",
        [intentId],
      ),
    );
  await until(async () => (await bodies()).length > 0);
  team.check('lost', 'a note of an archived profile', await bodies(), [{ whole: true }]);
  await desk.close();
}
