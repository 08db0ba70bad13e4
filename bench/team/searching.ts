import { z } from 'zod';

import { type TeamCalls, teamCalls } from '#core/team/calls.ts';
import { connectTeam } from '#core/team/connect.ts';
import { addressIn } from '#core/team/joining.ts';

import { type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import { type BenchServer, startServer } from './server.ts';

const PAGE = 50;
const EVERYTHING = { desk: null, outcome: null, isSandbox: null, before: null };
const EXACT = 300;
const EACH = 40;
const PROMISED_EXACT_MS = 5;
const PROMISED_TEXT_MS = 300;

/** Requests of a year up to now, of 20 desks: order ids with a desk's code, customers as names, phones and numbers. */
function fillSql(rows: number): string {
  return `
    INSERT INTO team.request (created_at, desk_id, intent_id, stream, merchant, order_id, customer, cents, currency, outcome, state,
        last_seq, document)
      SELECT at, desks[1 + n % cardinality(desks)], gen_random_uuid(), 1, '11111111-2222-4333-8444-555555555555',
        'D-' || codes[1 + n % cardinality(desks)] || '-' || to_char(at, 'YYMMDD') || '-' || lpad(((n::bigint * 7919) % 10000019)::text, 8, '0'),
        CASE n % 4 WHEN 0 THEN '+7 9' || lpad(((n::bigint * 104729) % 999999937)::text, 9, '0')
          WHEN 1 THEN 'client-' || (n * 31 % 400000)
          WHEN 2 THEN names[1 + n % cardinality(names)] || ' ' || surnames[1 + (n / 7) % cardinality(surnames)] || ' ' || (n % 9973)
          ELSE md5(n::text) END,
        150000 + n % 9000, 'RUB', CASE n % 20 WHEN 0 THEN 'rejected' WHEN 1 THEN 'unknown' ELSE 'accepted' END, 'created', n + 1,
        repeat(md5(n::text), 12)
      FROM (SELECT array_agg(desk_id ORDER BY login) AS desks, array_agg(code ORDER BY login) AS codes,
          ARRAY['Анна', 'Борис', 'Дилноза', 'Viktor', 'Gulnora', 'Maria', 'Jasur', 'Елена'] AS names,
          ARRAY['Иванова', 'Karimov', 'Петров', 'Smith', 'Юсупова', 'Kowalski', 'Ли'] AS surnames FROM team.desk) AS d,
        generate_series(0, ${rows - 1}) AS n,
        LATERAL (SELECT now() - interval '365 days' * (1 - n / ${rows}::float) AS at) AS t`;
}

const indexSchema = z.object({ name: z.string(), sql: z.string() });
const sampleSchema = z.object({ order_id: z.string(), customer: z.string().nullable() });
const sizesSchema = z.object({ tables: z.string(), indexes: z.string() });
type Indexes = readonly { readonly name: string; readonly sql: string }[];

/** Indexes are built afterwards, as after a restore. */
async function fill(server: BenchServer, rows: number): Promise<void> {
  await server.admin(async (session) => {
    await session.query('SET ROLE team_owner');
    await session.query('SET synchronous_commit = off');
    // Months before the team began have no partition by themselves.
    await session.query(`
      DO $$
      DECLARE m timestamptz;
      BEGIN
        FOR back IN 2..12 LOOP
          m := date_trunc('month', now()) - make_interval(months => back);
          EXECUTE format('CREATE TABLE team.request_%s PARTITION OF team.request FOR VALUES FROM (%L) TO (%L)',
            to_char(m, 'YYYY_MM'), m, m + interval '1 month');
        END LOOP;
      END
      $$`);
    const found = await session.query(`
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS sql FROM pg_index
      WHERE indrelid = 'team.request'::regclass AND NOT indisprimary`);
    const indexes: Indexes = found.flatMap((row) => {
      const { name, sql } = indexSchema.parse(row);
      // ONLY would leave out the partitions.
      return [{ name, sql: sql.replace(' ON ONLY ', ' ON ') }];
    });
    for (const { name } of indexes) await session.query(`DROP INDEX ${name}`);
    await session.query(fillSql(rows));
    for (const { sql } of indexes) await session.query(sql);
    await session.query('RESET ROLE');
    await session.query('VACUUM ANALYZE team.request');
  });
}

/** Whole order ids, and parts of order ids and customers: rare, common, in nothing. */
export async function measureSearch(
  dir: string,
  tell: Tell,
  rows: number,
): Promise<readonly Figure[]> {
  const server = await startServer(dir, 40);
  try {
    const [member] = await server.join(20, 's');
    if (member === undefined) throw new Error('Nobody joined.');
    tell(`${rows} rows…`);
    const startedMs = performance.now();
    await fill(server, rows);
    tell(
      `filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s, ${await sizesOf(server)}`,
    );
    const connection = await connectTeam(addressIn(member.invitation, member.password), 10_000);
    if (!connection.ok) throw new Error(JSON.stringify(connection.error));
    const calls = teamCalls(connection.value);
    const samples = await sampleRows(server, rows);
    const exact: number[] = [];
    for (let at = -20; at < EXACT; at += 1) {
      const { orderId } = samples[Math.abs(at) % samples.length] ?? { orderId: '' };
      const tookMs = await timed(() => calls.search(orderId, null, EVERYTHING, PAGE));
      if (at >= 0) exact.push(tookMs);
    }
    const figures = [promised(`exact order id at ${rows} rows, p95`, exact, PROMISED_EXACT_MS)];
    for (const [name, parts] of patternsOf(samples)) {
      const took = await searched(calls, parts);
      figures.push(
        promised(
          `${name} (${parts[0] ?? ''}), first page at ${rows} rows, p95`,
          took,
          PROMISED_TEXT_MS,
        ),
      );
    }
    connection.value.close();
    return figures;
  } finally {
    await server.close();
  }
}

/** As the screen of the team's log asks. */
async function searched(calls: TeamCalls, parts: readonly string[]): Promise<readonly number[]> {
  const took: number[] = [];
  for (let at = -2; at < EACH; at += 1) {
    const part = parts[Math.abs(at) % parts.length] ?? '';
    const tookMs = await timed(() => calls.search(part, null, EVERYTHING, PAGE));
    if (at >= 0) took.push(tookMs);
  }
  return took;
}

async function timed(ask: () => Promise<{ readonly ok: boolean }>): Promise<number> {
  const beganMs = performance.now();
  const answer = await ask();
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return performance.now() - beganMs;
}

type SampleRow = { readonly orderId: string; readonly customer: string };

async function sampleRows(server: BenchServer, rows: number): Promise<readonly SampleRow[]> {
  const share = Math.max(0.01, (100 * 4000) / rows);
  const found = await server.admin((session) =>
    session.query(
      `SELECT order_id, customer FROM team.request TABLESAMPLE BERNOULLI (${Math.min(100, share)}) REPEATABLE (7) LIMIT 4000`,
    ),
  );
  return found.flatMap((row) => {
    const { order_id: orderId, customer } = sampleSchema.parse(row);
    return customer === null ? [] : [{ orderId, customer }];
  });
}

function patternsOf(
  samples: readonly SampleRow[],
): readonly (readonly [string, readonly string[]])[] {
  const of = (pick: (row: SampleRow) => string | null): readonly string[] =>
    samples.flatMap((row) => pick(row) ?? []).slice(0, EACH);
  return [
    ['last six digits of an order id', of(({ orderId }) => orderId.slice(-6))],
    ['middle of an order id', of(({ orderId }) => orderId.slice(4, 13))],
    ['three digits', of(({ orderId }) => orderId.slice(-3))],
    ['beginning of every order id of a desk', of(({ orderId }) => orderId.slice(0, 5))],
    ['phone', of(({ customer }) => (customer.startsWith('+7') ? customer.slice(4, 10) : null))],
    ['customer, rare', of(({ customer }) => (customer.startsWith('client-') ? customer : null))],
    ['customer, common', ['анна', 'smith', 'Юсупова', 'client', 'kowal']],
    [
      'customer by name and number',
      of(({ customer }) => (/^[А-Яа-я]+ /u.test(customer) ? customer : null)),
    ],
    ['in no request', of(({ orderId }) => `zz${orderId.slice(-4)}q`)],
  ];
}

async function sizesOf(server: BenchServer): Promise<string> {
  const [row] = await server.admin((session) =>
    session.query(`
      SELECT pg_size_pretty(sum(pg_table_size(inhrelid))) AS tables, pg_size_pretty(sum(pg_indexes_size(inhrelid))) AS indexes
      FROM pg_inherits WHERE inhparent = 'team.request'::regclass`),
  );
  const { tables, indexes } = sizesSchema.parse(row);
  return `tables ${tables}, indexes ${indexes}`;
}

function promised(name: string, took: readonly number[], most: number): Figure {
  return figureOf({
    name,
    unit: 'ms',
    measured: quantile(took, 0.95),
    peer: { name: 'what is promised', measured: most },
    bound: { most: 1 },
  });
}
