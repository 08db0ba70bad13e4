import { randomInt } from 'node:crypto';

import { z } from 'zod';

import type { Invitation } from '../invitation.ts';
import { customerKeyId } from '../sharedCustomer.ts';
import { loginOf } from '../membership.ts';
import { newPassword, scramVerifier } from '../passwords.ts';
import { TeamServerError } from './schema.ts';
import { boundSessions } from './sessionBounds.ts';
import type { AdminSession } from './session.ts';

/** Without characters that are taken for others. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 3;
const NAME = /^[a-z][a-z0-9_]{0,39}$/u;
const INVITED_DAYS = 7;
/** A desk uses two; what a crash left open counts until the server notices. */
const CONNECTIONS_PER_DESK = 4;
/** How long the end of a session is waited for. */
const ENDING_MS = 5000;

export type InviteOptions = {
  readonly name: string;
  /** Left out: a free one is chosen. */
  readonly code?: string | undefined;
  readonly isReader: boolean;
  /** Null: every merchant. */
  readonly merchants: readonly string[] | null;
  /** The same for every desk: the first invitation decides. */
  readonly customerKey: string;
};

export async function inviteDesk(
  session: AdminSession,
  options: InviteOptions,
  now: Date,
): Promise<Invitation> {
  const { name, customerKey } = options;
  if (!NAME.test(name)) {
    throw new TeamServerError(
      'A name is lower-case letters, digits and _, and begins with a letter.',
    );
  }
  const login = loginOf(name);
  const password = newPassword();
  const until = new Date(now.getTime() + INVITED_DAYS * 24 * 60 * 60 * 1000);
  return session.transaction(async () => {
    const server = await serverRow(session);
    const known = await invitedBefore(session, login);
    const { code, merchants } = await grantedTo(session, known, options);
    if (known === null) await createLogin(session, login, scramVerifier(password));
    else await session.query(`ALTER ROLE ${login} LOGIN PASSWORD '${scramVerifier(password)}'`);
    await session.query('SET LOCAL ROLE team_owner');
    await takeCustomerKey(session, customerKey);
    await session.query(
      `INSERT INTO team.desk (login, code, invited_until, merchants) VALUES ($1, $2, $3, $4)
        ON CONFLICT (login) DO UPDATE SET state = 'invited', code = $2, invited_until = $3, merchants = $4`,
      [login, code, until, merchants],
    );
    return {
      teamId: server.team_id,
      host: server.host,
      port: server.port,
      database: server.database,
      login,
      password,
      code,
      ca: server.ca,
      rootKey: server.root_key,
      customerKey,
      until: until.toISOString(),
    };
  });
}

/** The server has a fingerprint alone. Desks with different keys would not find each other's customers. */
async function takeCustomerKey(session: AdminSession, customerKey: string): Promise<void> {
  const id = customerKeyId(customerKey);
  await session.query("UPDATE team.server SET customer_key_id = $1 WHERE customer_key_id = ''", [
    id,
  ]);
  const [same] = await session.query('SELECT 1 FROM team.server WHERE customer_key_id = $1', [id]);
  if (same === undefined) {
    throw new TeamServerError(
      "This is not the team's customer key: give the file of the first invitation.",
    );
  }
}

const knownSchema = z.object({
  code: z.string().nullable(),
  merchants: z.array(z.string()).nullable(),
  /** It was a desk of the team before, also where it is invited back by now. */
  was_here: z.boolean(),
});

/**
 * A text that expired, was lost or named a wrong address: the desk gets another one, and the first opens nothing. A revoked desk comes
 * back as the same desk: its events and orders are its own, and its log goes on with its stream.
 */
async function invitedBefore(
  session: AdminSession,
  login: string,
): Promise<z.infer<typeof knownSchema> | null> {
  const [found] = await session.query(
    `SELECT code, merchants, state = 'revoked' OR in_step_timeline > 0 AS was_here
      FROM team.desk WHERE login = $1 AND state IN ('invited', 'revoked') FOR UPDATE`,
    [login],
  );
  return found === undefined ? null : knownSchema.parse(found);
}

type Granted = Pick<z.infer<typeof knownSchema>, 'code' | 'merchants'>;

async function grantedTo(
  session: AdminSession,
  known: z.infer<typeof knownSchema> | null,
  { name, code, isReader, merchants }: InviteOptions,
): Promise<Granted> {
  if (known?.was_here !== true) {
    const own = isReader ? null : (code ?? known?.code ?? (await freeCode(session)));
    return { code: own, merchants: merchants === null ? null : [...merchants] };
  }
  if (code !== undefined || isReader || merchants !== null) {
    throw new TeamServerError(
      `${name} comes back with the code and the merchants that it had: leave out --code, --reader and --merchants.`,
    );
  }
  return known;
}

async function createLogin(session: AdminSession, login: string, verifier: string): Promise<void> {
  const [found] = await session.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [login]);
  if (found !== undefined) {
    throw new TeamServerError(
      `There is a login ${login} already. If it is that of a desk that has left the team: revoke it first. Otherwise choose another name.`,
    );
  }
  // The name is letters, digits and _; the verifier base64 and $: neither can end its quotes.
  await session.query(`
    CREATE ROLE ${login} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS INHERIT
      CONNECTION LIMIT ${CONNECTIONS_PER_DESK} PASSWORD '${verifier}' IN ROLE team_desk`);
  await boundSessions(session, login);
}

const serverSchema = z.object({
  team_id: z.uuid(),
  host: z.string(),
  port: z.int(),
  ca: z.string(),
  root_key: z.string(),
  database: z.string(),
});

async function serverRow(session: AdminSession): Promise<z.infer<typeof serverSchema>> {
  const [row] = await session.query('SELECT *, current_database() AS database FROM team.server');
  if (row === undefined) throw new TeamServerError('There is no team in this database: run init.');
  return serverSchema.parse(row);
}

async function freeCode(session: AdminSession): Promise<string> {
  const taken = new Set(
    z
      .array(z.object({ code: z.string() }))
      .parse(await session.query('SELECT code FROM team.desk WHERE code IS NOT NULL'))
      .map(({ code }) => code),
  );
  for (;;) {
    const letters = Array.from({ length: CODE_LENGTH }, () =>
      CODE_LETTERS.charAt(randomInt(CODE_LETTERS.length)),
    );
    if (!taken.has(letters.join(''))) return letters.join('');
  }
}

/** Closes the login and ends its sessions. Its events stay. Returns how many sessions were ended. */
export async function revokeDesk(session: AdminSession, name: string): Promise<number> {
  const login = await knownLogin(session, name);
  // First of all: a session that keeps a transaction open has its desk's row locked.
  await closeLogin(session, login);
  const ended = await endSessions(session, login);
  await session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    await session.query("UPDATE team.desk SET state = 'revoked' WHERE login = $1", [login]);
  });
  return ended;
}

const CLOSE_ATTEMPTS = 10;

/** A login may set its own password, and an open transaction that did has the role locked: its sessions are ended then. */
async function closeLogin(session: AdminSession, login: string, attempt = 1): Promise<void> {
  try {
    await session.transaction(async () => {
      await session.query("SET LOCAL lock_timeout = '1s'");
      await session.query(`ALTER ROLE ${login} NOLOGIN`);
    });
  } catch (error) {
    if (attempt === CLOSE_ATTEMPTS) throw error;
    await endSessions(session, login);
    await closeLogin(session, login, attempt + 1);
  }
}

/** PostgreSQL lets a role end sessions of the roles that it is a member of; a superuser, any. The membership is for this one call. */
async function endSessions(session: AdminSession, login: string): Promise<number> {
  const [found] = await session.query("SELECT pg_has_role($1, 'USAGE') AS may", [login]);
  const mayAlready = z.object({ may: z.boolean() }).parse(found).may;
  if (!mayAlready) await session.query(`GRANT ${login} TO CURRENT_USER`);
  try {
    const ended = await session.query(
      'SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity WHERE usename = $1',
      [login, ENDING_MS],
    );
    return ended.length;
  } finally {
    if (!mayAlready) await session.query(`REVOKE ${login} FROM CURRENT_USER`);
  }
}

/**
 * After a supervisor chose a branch. The desk goes on after the newest event that is here; with `newStream` the chosen branch is the
 * other one: it is sent whole as a new stream, and both are kept.
 */
export async function unfreezeDesk(
  session: AdminSession,
  name: string,
  newStream: boolean,
): Promise<void> {
  const login = await knownLogin(session, name);
  await session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    const [found] = await session.query(
      // A desk whose log is older than its events here is not frozen, and goes on as a new stream too.
      "UPDATE team.desk SET state = 'active' WHERE login = $1 AND (state = 'frozen' OR ($2 AND state = 'active')) RETURNING 1 AS one",
      [login, newStream],
    );
    if (found === undefined) throw new TeamServerError(`${name} is not frozen.`);
    if (newStream) {
      await session.query(
        `UPDATE team.desk SET stream = stream + 1, head_seq = 0, head_hash = decode(repeat('00', 32), 'hex')
          WHERE login = $1`,
        [login],
      );
    }
  });
}

/** Claims go on although a desk of the last day has not resent since the fail-over. */
export async function endWait(session: AdminSession): Promise<void> {
  await session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    await session.query('SELECT team.notice_timeline()');
    await session.query('UPDATE team.server SET wait_ended = true');
  });
}

export async function knownLogin(session: AdminSession, name: string): Promise<string> {
  const [found] = await session.query('SELECT 1 FROM team.desk WHERE login = $1', [loginOf(name)]);
  if (!NAME.test(name) || found === undefined) {
    throw new TeamServerError(`There is no desk ${name}.`);
  }
  return loginOf(name);
}
