import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readInvitation } from '../../src/core/team/invitation.ts';
import { connectTeam } from '../../src/core/team/connect.ts';
import { addressIn, joinTeam } from '../../src/core/team/joining.ts';
import { newTeamKey, privatePem } from '../../src/core/team/signing.ts';
import { newCustomerKey } from '../../src/core/team/sharedCustomer.ts';
import { newPassword } from '../../src/core/team/passwords.ts';
import { inviteDesk, revokeDesk } from '../../src/core/team/server/desks.ts';
import { setUpTeam } from '../../src/core/team/server/schema.ts';
import { addressOf, asAdministrator } from '../../src/core/team/server/session.ts';
import { teamStatus } from '../../src/core/team/server/status.ts';
import { type Team, value } from './setUp.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PROGRAM = path.join(ROOT, 'scripts/team.ts');

/** `npm run team`, as an administrator types it, against a database of its own. */
export async function commandCases(team: Team): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'team-command-'));
  try {
    await story(team, dir);
    await settingUpAgain(team);
    await plainAdministrator(team);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

type Done = { readonly code: number | null; readonly out: string; readonly err: string };

/** The tests' servers are administered by their sockets. */
export function runTeam(...args: readonly string[]): Done {
  const isSocket = args.some((word) => word.includes('?host='));
  return runTyped(...args, ...(isSocket ? ['--socket'] : []));
}

function runTyped(...args: readonly string[]): Done {
  // Compiling is most of a start.
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(ROOT, 'artifacts/compile-cache') };
  const done = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', env });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

async function story(team: Team, dir: string): Promise<void> {
  const { check, certificates, postgres } = team;
  await team.admin((session) =>
    session.query("CREATE DATABASE office TEMPLATE template0 ENCODING 'UTF8'"),
  );
  const url = postgres.adminUrl('office');
  const [ca, key] = [path.join(dir, 'ca.pem'), path.join(dir, 'root.pem')];
  const customers = ['--customer-key', path.join(dir, 'customers.key')];
  writeFileSync(ca, certificates.caPem);
  const init = [
    'init',
    url,
    '--host',
    '127.0.0.1',
    '--port',
    String(postgres.port),
    '--ca',
    ca,
    '--root-key',
    key,
  ];
  check('misclassified', 'no command', runTeam().code, 2);
  const folder = runTyped('status', url);
  check(
    'misclassified',
    'a socket only by its flag',
    [folder.code, folder.err.startsWith('--socket is needed')],
    [2, true],
  );
  check('misclassified', 'an unknown flag', runTeam('status', url, '--nonsense').code, 2);
  check(
    'misclassified',
    'invite before init',
    runTeam('invite', 'front', url, ...customers).code,
    1,
  );
  await team.admin((session) =>
    session.query("CREATE DATABASE plain_c TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"),
  );
  const inC = runTeam(...init.map((word) => (word === url ? postgres.adminUrl('plain_c') : word)));
  check('misclassified', 'a locale without trigrams', /--locale C\.UTF-8/u.test(inC.err), true);
  const first = runTeam(...init);
  const isCreated = first.out.includes('The team is created.');
  check('misclassified', 'init', [first.code, isCreated], [0, true]);
  check(
    'misclassified',
    'the root key is for its owner alone',
    existsSync(key) && statSync(key).mode % 0o100,
    0,
  );
  const rootKey = readFileSync(key, 'utf8');
  const supervisor = ['supervisor', 'Nadia', url, '--root-key'];
  const { publicKey, privateKey } = newTeamKey();
  const told = runTeam(...supervisor, key, '--key', publicKey);
  check('misclassified', 'a supervisor', [told.code, told.out.startsWith('Nadia is')], [0, true]);
  check(
    'misclassified',
    'a cut key',
    runTeam(...supervisor, key, '--key', publicKey.slice(4)).code,
    1,
  );
  const other = path.join(dir, 'other.pem');
  writeFileSync(other, privatePem(privateKey));
  const byOther = runTeam(...supervisor, other, '--key', publicKey);
  check('misclassified', 'another root key', byOther.code, 1);
  const second = runTeam(...init);
  check(
    'doubled',
    'init again changes nothing',
    [second.code, second.out.trim()],
    [0, 'The team is up to date.'],
  );
  check('lost', 'and keeps the root key', readFileSync(key, 'utf8'), rootKey);
  await rootKeys(team, dir, init);
  const lost = value(
    readInvitation(runTeam('invite', 'front', url, ...customers, '--code', 'F2A').out),
  );
  const invitation = value(readInvitation(runTeam('invite', 'front', url, ...customers).out));
  const byLost = await connectTeam(addressIn(lost, lost.password), 10_000);
  check('misclassified', 'a second invitation ends the first', byLost.ok, false);
  check(
    'misclassified',
    'invite',
    [invitation.login, invitation.code, invitation.host],
    ['desk_front', 'F2A', '127.0.0.1'],
  );
  await customerKeys(team, dir, url, [lost.customerKey, invitation.customerKey]);
  check(
    'misclassified',
    'a name that is none',
    runTeam('invite', 'Robert"; DROP', url, ...customers).code,
    1,
  );
  check('lost', 'the desk joins', value(await joinTeam(invitation, newPassword())).code, 'F2A');
  check(
    'doubled',
    'the name of a desk that has joined',
    runTeam('invite', 'front', url, ...customers).code,
    1,
  );
  const status = runTeam('status', url);
  check(
    'misclassified',
    'status',
    [status.code, /desk_front {2}F2A {2}active/u.test(status.out)],
    [0, true],
  );
  check('misclassified', 'verify', runTeam('verify', url).code, 0);
  check(
    'misclassified',
    'rebuild',
    runTeam('rebuild', url).out.trim(),
    '0 rows were written again.',
  );
  check(
    'misclassified',
    'unfreeze what is not frozen',
    runTeam('unfreeze', 'front', url).err.trim(),
    'front is not frozen.',
  );
  check('misclassified', 'revoke', runTeam('revoke', 'front', url).code, 0);
  const widened = runTeam('invite', 'front', url, ...customers, '--merchants', 'a,b');
  check('misclassified', 'back with other merchants', widened.code, 1);
  const back = value(readInvitation(runTeam('invite', 'front', url, ...customers).out));
  check('misclassified', 'back as it was', back.code, 'F2A');
  check(
    'misclassified',
    'revoke an unknown name',
    runTeam('revoke', 'nobody_here', url).err.trim(),
    'There is no desk nobody_here.',
  );
  const plain = `postgres://admin@127.0.0.1:${postgres.port}/office`;
  check('misclassified', 'TCP without --ca', runTeam('status', plain).code, 2);
  const wrong = runTeam('status', plain, '--ca', ca);
  check(
    'misclassified',
    'a refused login is said in words',
    [wrong.code, wrong.err.startsWith('The server refused user name or password.')],
    [1, true],
  );
}

/** The file of the customer key: one for every invitation, and never on the server. */
async function customerKeys(
  { check, postgres }: Team,
  dir: string,
  url: string,
  keys: readonly string[],
): Promise<void> {
  const file = path.join(dir, 'customers.key');
  const own = readFileSync(file, 'utf8').trim();
  check('misclassified', 'one customer key', keys, [own, own]);
  check('misclassified', 'for its owner alone', statSync(file).mode % 0o100, 0);
  const none = runTeam('invite', 'side', url);
  check('misclassified', 'an invitation without its file', none.code, 2);
  const other = path.join(dir, 'other.key');
  const refused = runTeam('invite', 'side', url, '--customer-key', other);
  check(
    'lost',
    'no second customer key',
    [
      refused.code,
      existsSync(other),
      refused.err.startsWith("This is not the team's customer key"),
    ],
    [1, false, true],
  );
  const address = addressOf(postgres.adminUrl('office'), '', '', true);
  if (address === null) throw new Error('The address cannot be read.');
  const server = await asAdministrator(address, (session) =>
    session.query('SELECT * FROM team.server'),
  );
  check(
    'misclassified',
    'the server has no customer key',
    JSON.stringify(server).includes(own),
    false,
  );
}

/** The file of the root key, and the other files and values that `init` is given. */
async function rootKeys(team: Team, dir: string, init: readonly string[]): Promise<void> {
  const { check, postgres } = team;
  const withKey = (file: string, from = init): readonly string[] => [...from.slice(0, -1), file];
  const unused = path.join(dir, 'unused.pem');
  const again = runTeam(...withKey(unused));
  check(
    'lost',
    'a team keeps its key: no other is left',
    [again.code, existsSync(unused)],
    [0, false],
  );
  const junk = path.join(dir, 'junk.pem');
  writeFileSync(junk, 'no key');
  check('misclassified', 'a file that is no key', runTeam(...withKey(junk)).code, 2);
  check('lost', 'and it is left as it was', readFileSync(junk, 'utf8'), 'no key');
  await team.admin((session) =>
    session.query("CREATE DATABASE second TEMPLATE template0 ENCODING 'UTF8'"),
  );
  const url = postgres.adminUrl('second');
  const other = init.map((word) => (word === postgres.adminUrl('office') ? url : word));
  const nowhere = runTeam(...withKey(path.join(dir, 'no-folder', 'root.pem'), other));
  check(
    'misclassified',
    'a root key that cannot be written is said in one line',
    [nowhere.code, nowhere.err.trim().split('\n').length],
    [1, 1],
  );
  const customers = path.join(dir, 'second.key');
  const state = runTeam('invite', 'front', url, '--customer-key', customers);
  check('lost', 'and no team without a root key is left', state.code, 1);
}

/** Two administrators at once, a database of a newer program, and a schema that was changed afterwards. */
async function settingUpAgain(team: Team): Promise<void> {
  const { check, admin } = team;
  const both = await Promise.all([
    admin((session) => setUpTeam(session, null)),
    admin((session) => setUpTeam(session, null)),
  ]);
  check('doubled', 'two at once create nothing twice', both, [false, false]);
  const address = async (): Promise<unknown> =>
    admin((session) => session.query('SELECT host, port, ca FROM team.server'));
  const before = await address();
  const messageOf = async (change: string, back: string): Promise<string> => {
    await admin((session) => session.query(change));
    const other = { host: 'elsewhere', port: 1, ca: '', rootKey: '' };
    const message = await admin((session) => setUpTeam(session, other)).then(
      () => 'set up',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    await admin((session) => session.query(back));
    return message;
  };
  const newer = await messageOf(
    'UPDATE team.server SET schema = 2',
    'UPDATE team.server SET schema = 1',
  );
  check(
    'misclassified',
    'a newer database',
    newer,
    'The database is newer than this program (schema 2; this one knows 1). Nothing was changed.',
  );
  const changed = await messageOf(
    "UPDATE team.server SET schema_sha256 = 'x' || schema_sha256",
    'UPDATE team.server SET schema_sha256 = substr(schema_sha256, 2)',
  );
  check(
    'misclassified',
    'a changed schema',
    changed,
    'schema.sql is not as it was when the team was created. Nothing was changed.',
  );
  check('lost', 'and neither was changed', await address(), before);
}

/** An administrator who may make roles and owns the database, and is no superuser. */
async function plainAdministrator(team: Team): Promise<void> {
  const { check, postgres, certificates } = team;
  await team.admin((session) => session.query('CREATE ROLE clerk LOGIN CREATEROLE'));
  // As it is where the first team was made by another administrator.
  await team.admin((session) => session.query('GRANT team_owner TO clerk'));
  await team.admin((session) => session.query('CREATE DATABASE plain OWNER clerk'));
  const address = addressOf(postgres.adminUrl('plain').replace('admin@', 'clerk@'), '', '', true);
  if (address === null) throw new Error('The address cannot be read.');
  const options = { host: '127.0.0.1', port: postgres.port, ca: certificates.caPem, rootKey: 'k' };
  const done = await asAdministrator(address, async (session) => {
    const isNew = await setUpTeam(session, options);
    const customerKey = newCustomerKey();
    const invited = { name: 'plain', isReader: false, merchants: null, customerKey };
    const invitation = await inviteDesk(session, invited, new Date());
    const password = newPassword();
    const joined = await joinTeam(invitation, password);
    const { desks } = await teamStatus(session);
    const open = await connectTeam(addressIn(invitation, password), 10_000);
    const ended = await revokeDesk(session, 'plain');
    if (open.ok) open.value.close();
    return [isNew, joined.ok, desks.length, ended > 0];
  });
  check('misclassified', 'a plain administrator does it all', done, [true, true, 1, true]);
}
