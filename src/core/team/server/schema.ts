import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { AdminSession } from './session.ts';

/**
 * Plain SQL that an administrator can read before running it. Only `npm run team` applies it, from the sources: no desk can change
 * the schema, so no desk carries it.
 */
const SCHEMA_FILE = path.join(import.meta.dirname, 'schema.sql');
const SCHEMA = 1;
/** Any number that is ours: two administrators at once must not both create. */
const SET_UP_LOCK = 7_463_141;
const OLDEST_SERVER = 150_000;
const MONTHS_AHEAD = 12;

export class TeamServerError extends Error {
  override readonly name = 'TeamServerError';
}

export type InitOptions = {
  /** As desks reach it. */
  readonly host: string;
  readonly port: number;
  readonly ca: string;
  readonly rootKey: string;
};

/** Creates the team in an empty database; adds the coming months to one that has it. Returns whether it was created. */
export async function setUpTeam(
  session: AdminSession,
  options: InitOptions | null,
): Promise<boolean> {
  return session.transaction(async () => {
    await session.query("SET LOCAL lock_timeout = '20s'");
    await session.query('SELECT pg_advisory_xact_lock($1)', [SET_UP_LOCK]);
    await checkServer(session);
    await prepareDatabase(session);
    await session.query('SET LOCAL ROLE team_owner');
    const isNew = await applySchema(session);
    if (options !== null) {
      const { host, port, ca, rootKey } = options;
      await session.query('UPDATE team.server SET host = $1, port = $2, ca = $3', [host, port, ca]);
      // Roles are signed by the first key: a second `init` does not replace it.
      await session.query("UPDATE team.server SET root_key = $1 WHERE root_key = ''", [rootKey]);
    }
    await addMonths(session);
    await session.query('RESET ROLE');
    return isNew;
  });
}

async function checkServer(session: AdminSession): Promise<void> {
  const [found] = z
    .array(z.object({ version: z.coerce.number(), encoding: z.string(), ctype: z.string() }))
    .parse(
      await session.query(`
        SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
          (SELECT datctype FROM pg_database WHERE datname = current_database()) AS ctype`),
    );
  if (found === undefined || found.version < OLDEST_SERVER) {
    throw new TeamServerError('The team needs PostgreSQL 15 or newer.');
  }
  if (found.encoding !== 'UTF8') {
    throw new TeamServerError(`The database is encoded as ${found.encoding}; the team needs UTF8.`);
  }
  // Trigrams of letters other than a to z are made by this locale; without it each such search reads every row.
  if (/^(?:C|POSIX)$/u.test(found.ctype)) {
    throw new TeamServerError(
      `The database's locale is ${found.ctype}: searches would be slow. Create it with --locale C.UTF-8.`,
    );
  }
}

/** Roles, extension, schema: what the administrator may do and `team_owner` may not. */
async function prepareDatabase(session: AdminSession): Promise<void> {
  await session.query(`
    DO $$
    BEGIN
      IF to_regrole('team_owner') IS NULL THEN CREATE ROLE team_owner NOLOGIN NOINHERIT; END IF;
      IF to_regrole('team_desk') IS NULL THEN CREATE ROLE team_desk NOLOGIN NOINHERIT; END IF;
      IF NOT pg_has_role(current_user, 'team_owner', 'MEMBER') THEN EXECUTE format('GRANT team_owner TO %I', current_user); END IF;
      CREATE SCHEMA IF NOT EXISTS team AUTHORIZATION team_owner;
      IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE SCHEMA IF NOT EXISTS team_trgm;
        CREATE EXTENSION pg_trgm WITH SCHEMA team_trgm;
      END IF;
      EXECUTE format('GRANT USAGE ON SCHEMA %I TO team_owner',
        (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm'));
      EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
      EXECUTE format('GRANT CONNECT ON DATABASE %I TO team_desk', current_database());
      -- Owned by the database's owner: an administrator who is not its owner can only ask for it.
      IF pg_has_role(current_user, (SELECT nspowner FROM pg_namespace WHERE nspname = 'public'), 'MEMBER') THEN
        REVOKE ALL ON SCHEMA public FROM PUBLIC;
      END IF;
    END
    $$`);
  await closeSharedMeans(session);
}

/**
 * Every login may create large objects, which fill a disk, and take advisory locks until the server has no room for a lock of any other
 * desk; only a superuser can take that away. Administrators who are none keep the lock of `setUpTeam`.
 */
async function closeSharedMeans(session: AdminSession): Promise<void> {
  await session.query(`
    DO $$
    DECLARE
      writing text;
    BEGIN
      IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        FOR writing IN
          SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
            AND (proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite', 'lo_truncate', 'lo_truncate64')
              OR proname ~ '^pg_(try_)?advisory_.*lock')
        LOOP
          EXECUTE 'REVOKE EXECUTE ON FUNCTION ' || writing || ' FROM PUBLIC';
        END LOOP;
        GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint) TO team_owner;
      END IF;
    END
    $$`);
}

const serverSchema = z.object({ schema: z.int(), schema_sha256: z.string() });

/** False where the database has this schema already. */
async function applySchema(session: AdminSession): Promise<boolean> {
  const sql = readFileSync(SCHEMA_FILE, 'utf8');
  const sha256 = createHash('sha256').update(sql).digest('hex');
  const made = await session.query("SELECT WHERE to_regclass('team.server') IS NOT NULL");
  if (made.length > 0) {
    const [found] = await session.query('SELECT schema, schema_sha256 FROM team.server');
    refuseOther(serverSchema.parse(found), sha256);
    return false;
  }
  await session.query(`
    SELECT set_config('search_path', 'pg_catalog, team, ' || extnamespace::regnamespace::text, true)
    FROM pg_extension WHERE extname = 'pg_trgm'`);
  await session.query(sql);
  await session.query(
    'INSERT INTO team.server (schema, schema_sha256, timeline) VALUES ($1, $2, team.current_timeline())',
    [SCHEMA, sha256],
  );
  return true;
}

function refuseOther(found: z.infer<typeof serverSchema>, sha256: string): void {
  if (found.schema > SCHEMA) {
    throw new TeamServerError(
      `The database is newer than this program (schema ${found.schema}; this one knows ${SCHEMA}). Nothing was changed.`,
    );
  }
  if (found.schema_sha256 !== sha256) {
    throw new TeamServerError(
      'schema.sql is not as it was when the team was created. Nothing was changed.',
    );
  }
}

/** Partitions for last month and the coming year. A month whose rows are in the DEFAULT partition already stays there. */
async function addMonths(session: AdminSession): Promise<void> {
  await session.query(`
    DO $$
    DECLARE
      first_day timestamptz;
      next_month timestamptz;
    BEGIN
      SET LOCAL TimeZone = 'UTC';
      FOR ahead IN -1..${MONTHS_AHEAD} LOOP
        first_day := date_trunc('month', now()) + make_interval(months => ahead);
        next_month := first_day + interval '1 month';
        IF to_regclass('team.request_' || to_char(first_day, 'YYYY_MM')) IS NULL
          AND NOT EXISTS (SELECT FROM team.request_other WHERE created_at >= first_day AND created_at < next_month) THEN
          EXECUTE format('CREATE TABLE team.request_%s PARTITION OF team.request FOR VALUES FROM (%L) TO (%L)',
            to_char(first_day, 'YYYY_MM'), first_day, next_month);
        END IF;
      END LOOP;
    END
    $$`);
}
