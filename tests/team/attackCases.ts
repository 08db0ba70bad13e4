import { randomUUID } from 'node:crypto';

import {
  DEADLINE_MS,
  type Desk,
  MERCHANT,
  type Team,
  appendNext,
  chained,
  noted,
  rowOf,
  value,
} from './setUp.ts';

/** What the owner of a desk's password could type into psql. Each must fail. */
const FORBIDDEN: readonly string[] = [
  "UPDATE team.event SET body = 'x'",
  'DELETE FROM team.event',
  'TRUNCATE team.event',
  'TRUNCATE team.claim',
  "INSERT INTO team.claim (merchant, order_id, desk_id, intent_id) VALUES ('m', 'o', gen_random_uuid(), gen_random_uuid())",
  "UPDATE team.desk SET state = 'active'",
  'DELETE FROM team.conflict',
  'SELECT * FROM team.event',
  'SELECT * FROM team.desk',
  'SELECT * FROM team.event_0',
  'SELECT * FROM team.request_other',
  'LOCK TABLE team.claim',
  'COPY team.event TO STDOUT',
  "COPY (SELECT 1) TO PROGRAM 'id'",
  "SELECT pg_read_file('/etc/passwd')",
  'CREATE TEMP TABLE desk (login text)',
  'CREATE TABLE public.desk (login text)',
  'CREATE TABLE team.mine (a int)',
  'CREATE SCHEMA mine',
  'CREATE FUNCTION pg_temp.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT $1 $$',
  'CREATE FUNCTION public.own_desk() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'SET ROLE team_owner',
  'SET ROLE admin',
  'SET SESSION AUTHORIZATION admin',
  'ALTER ROLE CURRENT_USER CREATEROLE',
  'ALTER ROLE CURRENT_USER SUPERUSER',
  'ALTER ROLE CURRENT_USER CONNECTION LIMIT 1000',
  'CREATE ROLE other LOGIN',
  'GRANT team_owner TO CURRENT_USER',
  'ALTER FUNCTION team.accept() RESET search_path',
  'ALTER FUNCTION team.accept() OWNER TO CURRENT_USER',
  'DROP FUNCTION team.accept()',
  'DROP SCHEMA team CASCADE',
  'ALTER TABLE team.event DISABLE TRIGGER ALL',
  "SELECT team.store_rows(gen_random_uuid(), 1, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')",
  "SELECT team.settle_claims(gen_random_uuid(), '{}', '{}', '{}', '{}', '{}', '{}')",
  'SELECT team.notice_timeline()',
  'SELECT team.own_desk()',
  'SELECT lo_create(0)',
  "SELECT lo_from_bytea(0, 'x')",
  'SELECT pg_advisory_lock(g) FROM generate_series(1, 100000) AS g',
  'SELECT pg_try_advisory_xact_lock_shared(1, 2)',
  'SET temp_file_limit = -1',
  'SET session_replication_role = replica',
  'ALTER SYSTEM SET max_connections = 1',
  'ALTER DATABASE postgres SET search_path = pg_temp',
  'CREATE EXTENSION pgcrypto',
  'DO $$ BEGIN UPDATE team.desk SET code = NULL; END $$',
];

export async function attackCases(team: Team): Promise<void> {
  const [mallory, victim] = [await team.join(), await team.join()];
  const orderId = 'V-1';
  const intentId = randomUUID();
  await victim.calls.claim(intentId, MERCHANT, orderId);
  await appendNext(victim, [{ kind: 'sending', body: {}, intentId }], (seq) => [
    rowOf(orderId, 'sending', seq, { intentId }),
  ]);
  const before = await everything(team, mallory);
  await statements(team, mallory);
  await shadows(team, mallory);
  await otherStreams(team, mallory, victim, intentId, orderId);
  await oddArrays(team, mallory);
  const after = await everything(team, mallory);
  team.check('lost', 'the victim’s events, claim and state are untouched', after, before);
}

/** Of the tables that an attack would change, without what the attacker wrote about itself. */
async function everything({ admin }: Team, { deskId }: Desk): Promise<unknown> {
  return admin((session) =>
    session.query(
      `SELECT (SELECT count(*) FROM team.event WHERE desk_id <> $1) AS events, (SELECT count(*) FROM team.claim) AS claims,
        (SELECT count(*) FROM team.intent WHERE desk_id <> $1 AND closed_by IS NULL) AS intents,
        (SELECT count(*) FROM team.conflict) AS conflicts, (SELECT count(*) FROM team.request WHERE desk_id <> $1) AS requests,
        (SELECT md5(string_agg(login || state || head_seq || encode(head_hash, 'hex'), ',' ORDER BY login)) FROM team.desk
          WHERE desk_id <> $1) AS desks,
        (SELECT count(*) FROM pg_largeobject_metadata) AS objects`,
      [deskId],
    ),
  );
}

async function statements({ check }: Team, { connection, again }: Desk): Promise<void> {
  const fresh = await again();
  const files = await fresh.connection.ask('SHOW temp_file_limit', [], DEADLINE_MS);
  check('misclassified', 'a sort has a bound on disk', value(files), [
    { temp_file_limit: '256MB' },
  ]);
  fresh.connection.close();
  for (const text of FORBIDDEN) {
    const answer = await connection.ask(text, [], DEADLINE_MS);
    check('misclassified', `refused: ${text}`, answer.ok, false);
  }
}

/** Whatever a session sets, the functions see the team's tables and the login that connected. */
async function shadows({ check }: Team, mallory: Desk): Promise<void> {
  const settings = [
    'SET search_path = pg_temp, public',
    'SET ROLE team_desk',
    'SET standard_conforming_strings = off',
    'SET transform_null_equals = on',
    "SET DateStyle = 'SQL, DMY'",
    "SET bytea_output = 'escape'",
    "SET TimeZone = 'Asia/Tashkent'",
    'SET array_nulls = on',
    "SET client_encoding = 'UTF8'",
    "SET default_transaction_isolation = 'serializable'",
    'SET enable_indexscan = off',
    "SET plan_cache_mode = 'force_generic_plan'",
  ];
  const { connection, calls } = await mallory.again();
  for (const text of settings) await connection.ask(text, [], DEADLINE_MS);
  // Not by `calls`, which cannot read such dates.
  const standing = await connection.ask(
    'SELECT desk_id, head_seq::int FROM team.standing()',
    [],
    DEADLINE_MS,
  );
  const own = [{ desk_id: mallory.deskId, head_seq: 0 }];
  check('misclassified', 'own desk under every setting', value(standing), own);
  // bytea in the escape format is read by `pg` all the same; the chain must not depend on it.
  const events = chained(noted(2));
  const wrong = events.map((event, place) =>
    place === 1 ? { ...event, hash: Buffer.alloc(32, 5) } : event,
  );
  const refused = value(await calls.append({ stream: 1, logSeq: 2, events: wrong, rows: [] }));
  check('misclassified', 'a false hash under every setting', refused.outcome, 'refused');
  connection.close();
}

async function otherStreams(
  { check }: Team,
  mallory: Desk,
  victim: Desk,
  intentId: string,
  orderId: string,
): Promise<void> {
  const events = chained(noted(1));
  const told = value(
    await mallory.calls.append({
      stream: 1,
      logSeq: 1,
      events,
      rows: [rowOf(orderId, 'not_sent', 1, { intentId })],
    }),
  );
  check(
    'misclassified',
    "a row of the victim's intent is another intent",
    told.outcome,
    'appended',
  );
  check(
    'doubled',
    "the victim's intent is not closed",
    value(await victim.calls.claim(intentId, MERCHANT, orderId)).outcome,
    'yours',
  );
  check(
    'doubled',
    "the victim's order",
    value(await mallory.calls.claim(randomUUID(), MERCHANT, orderId)).outcome,
    'held',
  );
  const tail = await mallory.connection.ask(
    'SELECT kind FROM team.own_tail(1, 0, 500)',
    [],
    DEADLINE_MS,
  );
  check('misclassified', 'own_tail is of the own stream', value(tail), [{ kind: 'noted' }]);
  const poisoned = value(
    await mallory.calls.append({
      stream: 1,
      logSeq: 1,
      events: [],
      rows: [rowOf('P-1', 'sending', 9_000_000)],
    }),
  );
  check('misclassified', 'a row ahead of its events', poisoned.outcome, 'refused');
  const forVictim = value(await victim.calls.changes([], 500));
  check(
    'misclassified',
    'readers see no such row',
    forVictim.filter(({ order_id: id }) => id === 'P-1'),
    [],
  );
}

/** Arrays with bounds, dimensions, NULLs and lengths that no client sends. */
async function oddArrays({ check }: Team, { connection }: Desk): Promise<void> {
  const none = Array.from({ length: 22 }, () => "'{}'");
  const call = (changes: Readonly<Record<number, string>>): string =>
    `SELECT outcome FROM team.append(1, 0, '{}', ${none.map((arg, place) => changes[place] ?? arg).join(', ')})`;
  const hash = String.raw`'{"\\x${'00'.repeat(32)}"}'`;
  const odd: readonly string[] = [
    call({ 0: "'{1,2}'" }),
    call({
      0: "'{NULL}'",
      1: "'{NULL}'",
      2: "'{NULL}'",
      3: "'{NULL}'",
      4: "'{NULL}'",
      5: "'{NULL}'",
      6: "'{NULL}'",
      7: "'{NULL}'",
      8: "'{NULL}'",
    }),
    call({
      0: "'[5:5]={1}'",
      1: "'{a}'",
      2: "'{k}'",
      3: "'{NULL}'",
      4: "'{NULL}'",
      5: "'{NULL}'",
      6: hash,
      7: hash,
      8: hash,
    }),
    call({
      0: "'{{1}}'",
      1: "'{a}'",
      2: "'{k}'",
      3: "'{NULL}'",
      4: "'{NULL}'",
      5: "'{NULL}'",
      6: hash,
      7: hash,
      8: hash,
    }),
    call({ 0: 'NULL' }),
    call({ 9: "'{NULL}'" }),
    call({ 9: `'{${randomUUID()}}'` }),
  ];
  for (const text of odd) {
    const answer = await connection.ask(text, [], DEADLINE_MS);
    const outcome = answer.ok ? JSON.stringify(answer.value) : 'refused by PostgreSQL';
    check('misclassified', `odd arrays: ${text}`, /refused/u.test(outcome), true);
  }
}
