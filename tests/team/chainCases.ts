import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import fc from 'fast-check';
import { z } from 'zod';

import { readTeamBatch } from '../../src/core/log/reads/teamBatch.ts';
import { digestOf, hashOf, toHex } from '../../src/core/log/store/chain.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { shareCustomerWith } from '../../src/core/team/sharedCustomer.ts';
import type { TeamEvent } from '../../src/core/team/sharing.ts';
import type { Sharing } from '../../src/shared/domain/team.ts';
import { verifyTeam } from '../../src/core/team/server/verify.ts';
import { fillLog } from '../../src/core/testing/fillLog.ts';
import { openTestLog } from '../../src/core/testing/log.ts';
import { CUSTOMER_KEY, type Desk, type Team, appendNext, chained, noted, value } from './setUp.ts';

/** The chain that PostgreSQL computes is the desk's, and `append` takes the next links and nothing else. */
export async function chainCases(team: Team): Promise<void> {
  await sameHashes(team);
  await realLog(team);
  await refusals(team);
  await oddBytes(team);
}

/** Any text that PostgreSQL can hold: JSON's escapes must be the same on both sides. */
async function sameHashes({ admin, check }: Team): Promise<void> {
  const text = fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((one) => Buffer.from(one).toString().replaceAll('\0', ''));
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const samples = fc.sample(
    fc.record({ previous: bytes, seq: fc.maxSafeNat(), at: text, kind: text, body: text }),
    { numRuns: 500, seed: 24 },
  );
  const controls = Array.from({ length: 32 }, (_, code) => String.fromCodePoint(code + 1)).join('');
  const odd = `${controls}"\\/\u{7f}\u{80}\u{2028}\u{2029}\u{feff}\u{1f600}`;
  const all = [
    ...samples,
    ...samples.slice(0, 1).map((one) => ({ ...one, at: odd, kind: odd, body: odd })),
  ];
  const salt = Buffer.alloc(16, 7);
  const rows = await admin((session) =>
    session.query(
      `SELECT encode(team.link_hash(p, s, a, k, sha256($6::bytea || convert_to(b, 'UTF8'))), 'hex') AS hash
        FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS t (p, s, a, k, b, place)
        ORDER BY place`,
      [
        all.map(({ previous }) => Buffer.from(previous)),
        all.map(({ seq }) => seq),
        all.map(({ at }) => at),
        all.map(({ kind }) => kind),
        all.map(({ body }) => body),
        salt,
      ],
    ),
  );
  const own = all.map(({ previous, seq, at, kind, body }) =>
    toHex(hashOf(previous, seq, at, kind, digestOf(salt, body))),
  );
  const theirs = z
    .array(z.object({ hash: z.string() }))
    .parse(rows)
    .map(({ hash }) => hash);
  const different = own.findIndex((hash, place) => hash !== theirs[place]);
  check(
    'misclassified',
    `501 random links hash alike (${own.length})`,
    [theirs.length, different],
    [501, -1],
  );
}

/** Sends everything that the log in this folder has after what the server has. Answers the outcomes. */
export async function sendLog(
  desk: Pick<Desk, 'calls'>,
  dataDir: string,
  sharing: Sharing = 'whole',
  most = 500,
): Promise<readonly string[]> {
  const db = openForReading(logPathsOf(dataDir).file);
  try {
    const store = createStore(db);
    const outcomes: string[] = [];
    for (;;) {
      const { stream, head_seq: head } = value(await desk.calls.standing());
      const batch = readTeamBatch(
        store,
        head,
        most,
        () => sharing,
        shareCustomerWith(CUSTOMER_KEY),
      );
      if (batch.events.length === 0 && outcomes.length > 0) return outcomes;
      const answer = value(await desk.calls.append({ stream, ...batch }));
      outcomes.push(answer.outcome);
      if (answer.outcome !== 'appended') return outcomes;
    }
  } finally {
    db.close();
  }
}

/** A real log with requests of every outcome, closed, in a folder of its own. */
export async function filledLog(
  prefix: string,
  dir = mkdtempSync(path.join(tmpdir(), 'team-log-')),
): Promise<string> {
  const log = await openTestLog(dir);
  await fillLog(log, prefix);
  await log.close();
  return dir;
}

async function realLog(team: Team): Promise<void> {
  const { check, admin } = team;
  const desk = await team.join();
  const dir = await filledLog('R');
  try {
    const outcomes = await sendLog(desk, dir, 'whole', 3);
    check('lost', 'a real log is taken in batches of three', new Set(outcomes).size, 1);
    const before = value(await desk.calls.standing()).head_seq;
    const db = openForReading(logPathsOf(dir).file);
    const whole = readTeamBatch(createStore(db), 0, 500, () => 'whole');
    db.close();
    check('lost', 'every event of it is there', before, whole.logSeq);
    const again = value(await desk.calls.append({ stream: 1, ...whole }));
    check(
      'doubled',
      'the whole log sent again is skipped',
      [again.outcome, again.head_seq],
      ['appended', before],
    );
    const report = (await admin(verifyTeam)).find(({ login }) => login === desk.invitation.login);
    check(
      'misclassified',
      'verify finds chain and rows as the desk has them',
      [report?.events, report?.brokenAt, report?.wrongRows, report?.compared],
      [before, null, [], 4],
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function refusals(team: Team): Promise<void> {
  const { check } = team;
  const desk = await team.join();
  const events = chained(noted(6));
  const send = async (changed: readonly TeamEvent[]): Promise<string> =>
    value(await desk.calls.append({ stream: 1, logSeq: 6, events: changed, rows: [] })).outcome;
  const withFourth = (change: Partial<TeamEvent>): readonly TeamEvent[] =>
    events.map((event, place) => (place === 3 ? { ...event, ...change } : event));
  const wrong: Readonly<Record<string, readonly TeamEvent[]>> = {
    'a changed body': withFourth({ body: '{"note":"other"}' }),
    'a changed kind': withFourth({ kind: 'flagged' }),
    'a changed time': withFourth({ at: '2020-01-01T00:00:00.000Z' }),
    'a changed digest': withFourth({ digest: Buffer.alloc(32, 1), body: null, salt: null }),
    'a changed hash': withFourth({ hash: Buffer.alloc(32, 1) }),
    'a changed salt': withFourth({ salt: Buffer.alloc(16, 99) }),
    'a salt without its body': withFourth({ body: null }),
    'a missing event': events.filter((_, place) => place !== 3),
    'two events swapped': [
      ...events.slice(0, 2),
      ...events.slice(2, 4).toReversed(),
      ...events.slice(4),
    ],
    'an event twice': [...events.slice(0, 3), ...events.slice(2)],
  };
  for (const [what, batch] of Object.entries(wrong)) {
    check('misclassified', `${what} is refused`, await send(batch), 'refused');
  }
  const gap = value(
    await desk.calls.append({ stream: 1, logSeq: 6, events: events.slice(2), rows: [] }),
  );
  check('misclassified', 'a gap is told, with the head', [gap.outcome, gap.head_seq], ['gap', 0]);
  const tooMany = chained(noted(501));
  check('misclassified', '501 events at once are refused', await send(tooMany), 'refused');
  check('lost', 'nothing of these was taken', value(await desk.calls.standing()).head_seq, 0);
  check('lost', 'the true events are', await send(events), 'appended');
  const other = value(await desk.calls.append({ stream: 2, logSeq: 6, events: [], rows: [] }));
  check('misclassified', 'a stream that has not begun', other.outcome, 'other_stream');
}

/** JSON escapes what PostgreSQL's text cannot hold, so a body is stored whatever was typed; `jsonb` would refuse these. */
async function oddBytes(team: Team): Promise<void> {
  const { check, admin } = team;
  const desk = await team.join();
  const odd = { note: 'NUL \0, lone \ud800 and \udfff, \u{1f600}\u{202e}' };
  const bodies = [odd, '{"not":"json', '', '[1,2', { deep: { deep: odd } }];
  const kinds = ['noted', 'from_the_future', 'kind "with"\n\\odd\u{1f}characters', '', 'проверка'];
  const written = bodies.map((body, place) => ({ kind: kinds[place] ?? '', body }));
  check(
    'lost',
    'odd bytes and unknown kinds are taken',
    await appendNext(desk, written),
    'appended',
  );
  const rows = z
    .array(z.object({ body: z.string() }))
    .parse(
      await admin((session) =>
        session.query('SELECT body FROM team.event WHERE desk_id = $1 ORDER BY seq', [desk.deskId]),
      ),
    );
  const expected = bodies.map((body) => (typeof body === 'string' ? body : JSON.stringify(body)));
  check(
    'lost',
    'their bodies are as they were written',
    rows.map(({ body }) => body),
    expected,
  );
  check('lost', 'the stream goes on behind them', await appendNext(desk, noted(1)), 'appended');
  const report = (await admin(verifyTeam)).find(({ login }) => login === desk.invitation.login);
  check(
    'misclassified',
    'verify says how many it cannot read',
    [report?.brokenAt, (report?.unread ?? 0) >= 4],
    [null, true],
  );
}
