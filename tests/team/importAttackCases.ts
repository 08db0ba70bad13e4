import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { teamCalls } from '../../src/core/team/calls.ts';
import { connectTeam } from '../../src/core/team/connect.ts';
import { addressIn, joinTeam } from '../../src/core/team/joining.ts';
import { newPassword, scramVerifier } from '../../src/core/team/passwords.ts';
import { inviteDesk, revokeDesk } from '../../src/core/team/server/desks.ts';
import { importLog } from '../../src/core/team/server/importLog.ts';
import { addressOf, asAdministrator } from '../../src/core/team/server/session.ts';
import { openDatabase } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { invitationText } from '../../src/core/team/invitation.ts';
import { OPERATOR, removeTemporaryDirs, temporaryDir } from '../../src/core/testing/builders.ts';
import type { TestProvider } from '../../src/core/testing/provider.ts';
import { PROGRAM, runTeam } from './commandCases.ts';
import { type Joined, hashesAtServer, imported, joined, stateOf } from './importCases.ts';
import {
  CUSTOMER_KEY,
  DEADLINE_MS,
  type Findings,
  MERCHANT,
  appendNext,
  noted,
  type Team,
  startTeam,
  until,
  value,
} from './setUp.ts';
import { hashesIn } from './tailCases.ts';
import { type HangingProvider, openTeamDesk, reasonOf, startHangingProvider } from './wholeDesk.ts';

/** The data directory of a revoked desk is handed in by another person, and other desks are at work while it is imported. */
export async function importAttackCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const provider = await startHangingProvider();
  const dir = mkdtempSync(path.join(tmpdir(), 'team-import-attack-'));
  try {
    const lost = await lostDesk(team, provider, path.join(dir, 'handed'));
    await doctored(team, lost, dir);
    await keptSession(team, lost, dir);
    await killed(team, lost, dir);
    await byClerk(team, provider);
    await invitedAgain(team);
    await backAfterFailOver(team);
  } finally {
    await provider.close();
    await team.close();
    rmSync(dir, { recursive: true, force: true });
    removeTemporaryDirs();
  }
}

type Lost = Pick<Joined, 'name'> & { readonly handed: string };

/** Revoked, with one request that the server has not, and one under way. */
async function lostDesk(team: Team, provider: HangingProvider, handed: string): Promise<Lost> {
  const { desk, name } = await joined(team, provider, 'whole');
  await team.postgres.killHard();
  team.check('lost', 'without the server', reasonOf(await desk.issue('atk-1')), 'accepted');
  const before = provider.posts().length;
  await desk.begin('hang-atk');
  await until(() => provider.posts().length > before);
  cpSync(desk.dataDir, handed, { recursive: true });
  provider.letGo();
  await desk.close();
  await team.postgres.start();
  await team.admin((session) => revokeDesk(session, name));
  return { name, handed };
}

function copied(handed: string, dir: string, name: string): string {
  const copy = path.join(dir, name);
  cpSync(handed, copy, { recursive: true });
  return copy;
}

/** By somebody with a tool for SQLite. */
function edit(dataDir: string, statement: string): void {
  const db = openDatabase(logPathsOf(dataDir).file);
  const triggers = db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck();
  for (const name of triggers.all()) db.exec(`DROP TRIGGER ${String(name)}`);
  db.exec(statement);
  db.close();
}

/** Refused before anything is written, here or there. */
async function doctored(team: Team, { name, handed }: Lost, dir: string): Promise<void> {
  const { check } = team;
  const there = await hashesAtServer(team, name);
  const refused = async (what: string, words: RegExp, change: (copy: string) => void) => {
    const copy = copied(handed, dir, what.replaceAll(/\W/gu, '-'));
    change(copy);
    const before = existsSync(logPathsOf(copy).file) ? hashesIn(copy) : [];
    // A second time: what the first one did to the directory must not help.
    await imported(team, name, copy);
    const said = await imported(team, name, copy);
    check('misclassified', what, words.test(said) ? 'refused' : said, 'refused');
    check('lost', `${what}: the log`, hashesIn(copy), before);
    check('lost', `${what}: the server`, await hashesAtServer(team, name), there);
    check('misclassified', `${what}: closed`, await stateOf(team, name), { state: 'revoked' });
  };
  const DOES_NOT_HOLD = /does not hold/u;
  await refused('a row that its events do not give', DOES_NOT_HOLD, (copy) =>
    edit(copy, "UPDATE request SET order_id = 'of-another' WHERE order_id = 'atk-1'"),
  );
  await refused('an event written over', DOES_NOT_HOLD, (copy) =>
    edit(
      copy,
      "UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE seq = (SELECT max(seq) FROM event)",
    ),
  );
  const ofProfiles = /what its profiles share/u;
  await refused('no profiles', ofProfiles, (copy) => rmSync(path.join(copy, 'profiles.json')));
  await refused('broken profiles', ofProfiles, (copy) =>
    writeFileSync(path.join(copy, 'profiles.json'), '{"profiles":'),
  );
  linked(team, name, copied(handed, dir, 'linked'), dir);
}

/** The command writes beside the log: through a link it would write over a file of the administrator. */
function linked({ check, url }: Team, name: string, copy: string, dir: string): void {
  const victim = path.join(dir, 'victim');
  writeFileSync(victim, 'kept');
  symlinkSync(victim, path.join(copy, 'holder.json.new'));
  const done = runTeam('import', name, url, '--data-dir', copy);
  check('misclassified', 'a link in the directory', done.code, 1);
  check('lost', 'what it leads to', readFileSync(victim, 'utf8'), 'kept');
}

/** A session of the old password that outlived the revoking: the import opens the login for itself alone. */
async function keptSession(team: Team, { name, handed }: Lost, dir: string): Promise<void> {
  const { check, admin, postgres, certificates } = team;
  const login = `desk_${name}`;
  const password = newPassword();
  await admin((session) =>
    session.query(`ALTER ROLE ${login} LOGIN PASSWORD '${scramVerifier(password)}'`),
  );
  const place = { host: '127.0.0.1', port: postgres.port, database: 'postgres' };
  const address = { ...place, user: login, password, ca: certificates.caPem };
  const kept = value(await connectTeam(address, DEADLINE_MS));
  const calls = teamCalls(kept);
  const outcomes = new Set<string>();
  const over = new AbortController();
  const claiming = (async (): Promise<void> => {
    while (!over.signal.aborted) {
      const said = await calls.claim(randomUUID(), MERCHANT, randomUUID(), DEADLINE_MS);
      outcomes.add(said.ok ? said.value.outcome : 'ended');
      await sleep(1);
    }
  })();
  await until(() => outcomes.size > 0);
  const said = await imported(team, name, copied(handed, dir, 'kept'));
  over.abort();
  await claiming;
  kept.close();
  check('lost', 'imported beside it', said, 'some events, 1 unknown');
  check('doubled', 'what it could claim meanwhile', [...outcomes], ['revoked', 'ended']);
}

/** Of the command. `revoke` and another import of the same directory end it. */
async function killed(team: Team, { name, handed }: Lost, dir: string): Promise<void> {
  const { check, url } = team;
  const copy = copied(handed, dir, 'killed');
  // Its server has what an earlier case imported: as new, it is sent again.
  await team.admin((session) =>
    session.query(
      `UPDATE team.desk SET stream = stream + 1, head_seq = 0, head_hash = decode(repeat('00', 32), 'hex') WHERE login = $1`,
      [`desk_${name}`],
    ),
  );
  for (let kill = 0; kill < 4; kill += 1) {
    const command = spawn(process.execPath, [PROGRAM, 'import', name, url, '--data-dir', copy]);
    const ended = once(command, 'exit');
    // At the hold of the directory, or some time after it.
    await until(() => command.exitCode !== null || existsSync(path.join(copy, 'holder.json')));
    await sleep(kill * 40);
    command.kill('SIGKILL');
    await ended;
  }
  await team.admin((session) => revokeDesk(session, name));
  const done = runTeam('import', name, url, '--data-dir', copy);
  check('lost', 'after kills', done.code, 0);
  const inLog = hashesIn(copy);
  check(
    'doubled',
    'every event once',
    (await hashesAtServer(team, name)).slice(-inLog.length),
    inLog,
  );
  const db = openDatabase(logPathsOf(copy).file);
  const restores = db.prepare("SELECT count(*) FROM event WHERE kind = 'restored'").pluck().get();
  db.close();
  check('doubled', 'one restore', restores, 1);
  check('misclassified', 'closed after kills', await stateOf(team, name), { state: 'revoked' });
}

/** An administrator who may make roles, and is no superuser. */
async function byClerk(team: Team, provider: TestProvider): Promise<void> {
  const { check, admin, postgres } = team;
  await admin((session) => session.query('CREATE ROLE import_clerk LOGIN CREATEROLE'));
  await admin((session) =>
    session.query(
      'GRANT team_owner TO import_clerk; GRANT CONNECT ON DATABASE postgres TO import_clerk',
    ),
  );
  const address = addressOf(team.url.replace('admin@', 'import_clerk@'), '', '', true);
  if (address === null) throw new Error('The address cannot be read.');
  const customerKey = CUSTOMER_KEY;
  const invited = { name: 'by_clerk', isReader: false, merchants: null, customerKey };
  const invitation = await asAdministrator(address, (session) =>
    inviteDesk(session, invited, new Date()),
  );
  const desk = await openTeamDesk(provider.baseUrl, { dataDir: temporaryDir() });
  await desk.ask('team.join', { invitation: invitationText(invitation) });
  const { profileId, dataDir } = desk;
  await desk.ask('team.setProfile', { profileId, sharing: 'whole', offline: 'warn' });
  await desk.inStep();
  await postgres.killHard();
  await desk.issue('clerk-1');
  await desk.close();
  await postgres.start();
  const by = { key: { state: 'not_yet' }, operator: OPERATOR, customerKey } as const;
  const done = await asAdministrator(address, async (session) => {
    await revokeDesk(session, 'by_clerk');
    return importLog(session, 'by_clerk', { dataDir, now: new Date(), ...by });
  });
  check('misclassified', 'a plain administrator imports', done.events > 0, true);
  check('lost', 'all of it', await hashesAtServer(team, 'by_clerk'), hashesIn(dataDir));
}

/** A desk that comes back keeps its code and merchants, also where its first invitation back was not used. */
async function invitedAgain({ check, invite, join, admin }: Team): Promise<void> {
  const granted = async (name: string): Promise<unknown> =>
    (
      await admin((session) =>
        session.query('SELECT code, merchants FROM team.desk WHERE login = $1', [`desk_${name}`]),
      )
    )[0];
  const back = async (isReader: boolean): Promise<void> => {
    const desk = await join({ merchants: ['a'], isReader });
    const { name } = desk;
    desk.connection.close();
    const had = await granted(name);
    await admin((session) => revokeDesk(session, name));
    const unused = await invite({ name });
    const used = await invite({ name });
    check('misclassified', 'twice invited back', await granted(name), had);
    check('doubled', 'the unused one', (await joinTeam(unused, newPassword())).ok, false);
    const widened = await invite({ name, merchants: ['a', 'b'] }).then(
      () => 'done',
      () => 'refused',
    );
    check('misclassified', 'widened before it is back', widened, 'refused');
    check('lost', 'is back', (await joinTeam(used, newPassword())).ok, true);
    check('doubled', 'on one machine', (await joinTeam(used, newPassword())).ok, false);
  };
  await back(false);
  await back(true);
}

/** A desk that comes back may have what the fail-over lost: claims wait for it as they did before it was revoked. */
async function backAfterFailOver({ check, invite, join, admin }: Team): Promise<void> {
  const [away, other] = [await join(), await join()];
  const claim = async (): Promise<string> =>
    value(await other.calls.claim(randomUUID(), MERCHANT, randomUUID())).outcome;
  await appendNext(away, noted(1));
  check('misclassified', 'before the fail-over', await claim(), 'yours');
  // As it is after one: it has sent everything in another timeline.
  await admin((session) =>
    session.query('UPDATE team.desk SET in_step_timeline = 99 WHERE desk_id = $1', [away.deskId]),
  );
  check('doubled', 'after it', await claim(), 'waiting');
  await admin((session) => revokeDesk(session, away.name));
  const password = newPassword();
  const invitation = await invite({ name: away.name });
  value(await joinTeam(invitation, password));
  check('doubled', 'back, and not resent', await claim(), 'waiting');
  const connection = value(await connectTeam(addressIn(invitation, password), DEADLINE_MS));
  await appendNext({ calls: { ...teamCalls(connection), claim: away.calls.claim } }, noted(1));
  check('misclassified', 'resent', await claim(), 'yours');
  connection.close();
  other.connection.close();
}
