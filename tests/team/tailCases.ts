import { cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readTeamBatch } from '../../src/core/log/reads/teamBatch.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import { teamMerchant } from '../../src/core/team/sharing.ts';
import { tailQuestions } from '../../src/core/team/tail.ts';
import { OPERATOR, intent, preparedOf } from '../../src/core/testing/builders.ts';
import { SENT, acceptedAs, fillLog, issueOne } from '../../src/core/testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../src/core/testing/log.ts';
import type { Sharing, TeamTail } from '../../src/shared/domain/team.ts';
import { sendLog } from './chainCases.ts';
import { type Desk, type Team, chained, value } from './setUp.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

const KEY = 'b'.repeat(64);
const anchorKey = memoryAnchorKey(KEY);

/** A log that is older than what the server has of it: its data directory came from a backup. */
export async function tailCases(team: Team): Promise<void> {
  await comesBack(team);
  await partly(team);
  await notWhole(team);
  await hostile(team);
  await ownWay(team);
}

async function grown(dir: string, prefix: string): Promise<void> {
  const log = await openTestLog(dir, { anchorKey });
  await fillLog(log, prefix);
  await log.prepare(preparedOf(`${prefix}-5`));
  await log.markSending(intent(`${prefix}-5`), SENT);
  await log.backUp();
  await log.close();
}

export function hashesIn(dir: string): readonly string[] {
  const db = openForReading(logPathsOf(dir).file);
  try {
    const { events } = readTeamBatch(createStore(db), 0, Number.MAX_SAFE_INTEGER, () => 'whole');
    return events.map(({ hash }) => hash.toString('hex'));
  } finally {
    db.close();
  }
}

type Restored = {
  readonly desk: Desk;
  /** Begins the order ids of this desk: an intent belongs to one desk. */
  readonly id: string;
  /** What the desk had. */
  readonly lost: string;
  /** What came back from the backup. */
  readonly older: string;
  readonly caughtUp: () => Promise<TeamTail>;
};

let restores = 0;
const newDir = (name: string): string => mkdtempSync(path.join(tmpdir(), `team-tail-${name}-`));

/** A desk that went on after its backup; `sent`: how much of that the server got. */
async function restored(
  team: Team,
  sent: (desk: Desk, lost: string, id: string) => Promise<unknown>,
): Promise<Restored> {
  const desk = await team.join();
  restores += 1;
  const id = `tail${restores}`;
  const [lost, older] = [newDir('lost'), newDir('older')];
  await grown(lost, `${id}A`);
  await sendLog(desk, lost);
  cpSync(lost, older, { recursive: true });
  await grown(lost, `${id}B`);
  await sent(desk, lost, id);
  desk.connection.close();
  const by = {
    at: new Date().toISOString(),
    operator: OPERATOR,
    key: { state: 'key', key: KEY } as const,
  };
  const address = addressIn(desk.invitation, desk.password);
  const caughtUp = () => tailQuestions(logPathsOf(older)).catchUp(address, by);
  return { desk, id, lost, older, caughtUp };
}

const sentAs = (sharing: Sharing) => (desk: Desk, dir: string) => sendLog(desk, dir, sharing);

async function claimed(team: Team, deskId: string, order: string): Promise<number> {
  const rows = await team.admin((session) =>
    session.query('SELECT 1 FROM team.claim WHERE desk_id = $1 AND order_id = $2', [deskId, order]),
  );
  return rows.length;
}

async function comesBack(team: Team): Promise<void> {
  const { check } = team;
  const { desk, id, lost, older, caughtUp } = await restored(team, async (own, dir, prefix) => {
    const order = `${prefix}B-4`;
    const { mode, body } = preparedOf(order);
    const merchant = teamMerchant(mode, body.fields.merchant);
    value(await own.calls.claim(intent(order), merchant, order));
    await sendLog(own, dir);
  });
  const [whole, before] = [hashesIn(lost), hashesIn(older).length];
  const { connection } = await desk.again();
  check('doubled', 'not while another process is the desk', (await caughtUp()).kind, 'in_use');
  check('doubled', 'then nothing is changed', hashesIn(older).length, before);
  connection.close();
  const tail = await caughtUp();
  const expected = { kind: 'fetched', fromSeq: before + 1, toSeq: whole.length };
  check('misclassified', 'the tail is fetched', tail, expected);
  check('lost', 'every event is back', hashesIn(older).slice(0, whole.length), whole);
  check('doubled', 'a second time there is none', (await caughtUp()).kind, 'none');
  check(
    'lost',
    'nothing is left beside the log',
    existsSync(`${logPathsOf(older).file}.tail`),
    false,
  );
  const log = await openTestLog(older, { anchorKey });
  const health = log.health();
  const said = health.state === 'restored' ? [health.fetched, health.missing] : health.state;
  const range = { fromSeq: before + 1, toSeq: whole.length };
  check('misclassified', 'a person is told', said, [range, null]);
  const requests = await Promise.all(
    ['A-4', 'A-5', 'B-1', 'B-4', 'B-5'].map((name) => log.find(intent(`${id}${name}`))),
  );
  check(
    'misclassified',
    'what was in flight is unknown',
    requests.map((request) => request?.outcome),
    ['unknown', 'unknown', 'accepted', 'unknown', 'unknown'],
  );
  await log.acknowledgeRestore(OPERATOR);
  await issueOne(log, `${id}C-1`, acceptedAs(`${id}C-1`));
  const verified = value(await log.verify());
  check('misclassified', 'verify', [verified.verdict, verified.key], ['holds', 'present']);
  await log.close();
  const again = await desk.again();
  const outcomes = await sendLog({ calls: again.calls }, older);
  check('lost', 'the stream goes on', outcomes.at(-1), 'appended');
  const claims = [];
  for (const order of ['B-4', 'B-5'])
    claims.push(await claimed(team, desk.deskId, `${id}${order}`));
  check('doubled', 'claims of what is unknown stay', claims, [1, 1]);
  again.connection.close();
}

/** The anchor of the desk outlived its log, and knows how far that was: the log is damaged, and its backup restored. */
async function backupRestored({ desk, lost, older }: Restored): Promise<LogPort> {
  cpSync(logPathsOf(lost).anchor, logPathsOf(older).anchor);
  const log = await openTestLog(older, { anchorKey });
  const address = addressIn(desk.invitation, desk.password);
  log.shareFile({
    letGo: async () => undefined,
    takeUp: () => undefined,
    fetchTail: async (after) => {
      const end = await after();
      if (end !== null) await tailQuestions(logPathsOf(older)).fetchTail(address, end);
    },
  });
  const backup = readdirSync(logPathsOf(older).backups).find((name) => name.startsWith('log-'));
  value(await log.restore(backup ?? '', OPERATOR));
  return log;
}

async function partly(team: Team): Promise<void> {
  const { check } = team;
  const SENT_EVENTS = 4;
  const desks = await restored(team, async (own, dir) => {
    const { head_seq: head, stream } = value(await own.calls.standing());
    const db = openForReading(logPathsOf(dir).file);
    const batch = readTeamBatch(createStore(db), head, SENT_EVENTS, () => 'whole');
    db.close();
    value(await own.calls.append({ stream, ...batch }));
  });
  const { desk, id, lost, older, caughtUp } = desks;
  const [before, whole] = [hashesIn(older).length, hashesIn(lost)];
  cpSync(logPathsOf(lost).anchor, logPathsOf(older).anchor);
  check('misclassified', 'a damaged log is left to its restore', (await caughtUp()).kind, 'none');
  const log = await backupRestored(desks);
  const health = log.health();
  const said = health.state === 'restored' ? health : null;
  const end = before + SENT_EVENTS;
  check('lost', 'a part is back', said?.fetched, { fromSeq: before + 1, toSeq: end });
  const missing = [said?.missing?.fromSeq, said?.missing?.toSeq];
  check('lost', 'the rest is named as missing', missing, [end + 1, whole.length]);
  await log.acknowledgeRestore(OPERATOR);
  check('misclassified', 'verify of a part', value(await log.verify()).verdict, 'holds');
  const outcome = (await log.find(intent(`${id}B-2`)))?.outcome;
  check('misclassified', 'begun in the part', outcome, 'unknown');
  await log.close();
  check('lost', 'as it was written', hashesIn(older).slice(0, end), whole.slice(0, end));
  const { calls, connection } = await desk.again();
  check('lost', 'it goes on after a part', (await sendLog({ calls }, older)).at(-1), 'appended');
  connection.close();
}

async function notWhole(team: Team): Promise<void> {
  const { check } = team;
  for (const sharing of ['masked', 'proof'] as const) {
    const { older, caughtUp } = await restored(team, sentAs(sharing));
    const before = hashesIn(older);
    check('misclassified', `shared ${sharing}`, (await caughtUp()).kind, 'not_whole');
    check('lost', `the log as it was, ${sharing}`, hashesIn(older), before);
  }
}

/** A server whose administrator has changed what the desk sent. */
async function hostile(team: Team): Promise<void> {
  const { check, admin } = team;
  const change = (sql: string) => async (desk: Desk, dir: string) => {
    await sendLog(desk, dir);
    await admin((session) => session.query(sql, [desk.deskId]));
  };
  const newest = 'seq = (SELECT max(seq) FROM team.event WHERE desk_id = $1) AND desk_id = $1';
  const attacks = {
    'another body': `UPDATE team.event SET body = replace(body, 'intentId', 'intentIe') WHERE ${newest}`,
    'another hash': `UPDATE team.event SET hash = sha256('x') WHERE ${newest}`,
    'another request': `UPDATE team.event SET intent_id = gen_random_uuid() WHERE ${newest}`,
    'an event taken out': `DELETE FROM team.event WHERE desk_id = $1
      AND seq = (SELECT max(seq) - 2 FROM team.event WHERE desk_id = $1)`,
    'less than it says': `DELETE FROM team.event WHERE ${newest}`,
    'no body': `UPDATE team.event SET body = NULL, salt = NULL WHERE ${newest}`,
    'another kind': `UPDATE team.event SET kind = 'noted' WHERE ${newest}`,
  };
  for (const [attack, sql] of Object.entries(attacks)) {
    const { older, caughtUp } = await restored(team, change(sql));
    const before = hashesIn(older);
    const { kind } = await caughtUp();
    check('misclassified', attack, ['broken', 'not_whole'].includes(kind), true);
    check('lost', `${attack} changes nothing`, hashesIn(older), before);
  }
  await madeUp(team);
}

/** A chain that holds, of events which this desk never wrote: the anchor knows better. */
async function madeUp(team: Team): Promise<void> {
  const { check, admin } = team;
  const desks = await restored(team, sentAs('whole'));
  const { desk, lost, older } = desks;
  const before = hashesIn(older);
  const after = { seq: before.length, hash: Buffer.from(before.at(-1) ?? '', 'hex') };
  const count = hashesIn(lost).length - before.length;
  const body = { operator: OPERATOR, text: 'made up' };
  const written = Array.from({ length: count }, () => ({ kind: 'hand_over_text', body }));
  await admin(async (session) => {
    await session.query('DELETE FROM team.event WHERE desk_id = $1 AND seq > $2', [
      desk.deskId,
      after.seq,
    ]);
    for (const { seq, at, kind, body: text, salt, digest, previous, hash } of chained(
      written,
      after,
    )) {
      await session.query(
        `INSERT INTO team.event (desk_id, stream, seq, at, kind, body, salt, digest, previous, hash)
          VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [desk.deskId, seq, at, kind, text, salt, digest, previous, hash],
      );
    }
  });
  const log = await backupRestored(desks);
  const health = log.health();
  const said = health.state === 'restored' ? [health.fetched ?? null, health.missing?.toSeq] : [];
  await log.close();
  check('misclassified', 'events that were made up', said, [null, hashesIn(lost).length]);
  const own = hashesIn(older);
  check('lost', 'are not in the log', own.slice(0, before.length), before);
  const isIn = chained(written, after).some(({ hash }) => own.includes(hash.toString('hex')));
  check('misclassified', 'none of them', isIn, false);
}

/** The log that came back was written to before it asked. */
async function ownWay(team: Team): Promise<void> {
  const { check } = team;
  const { id, older, caughtUp } = await restored(team, sentAs('whole'));
  await grown(older, `${id}D`);
  const before = hashesIn(older);
  const longer = await caughtUp();
  check('misclassified', 'as long as the server’s', longer.kind, 'none');
  const { older: short, caughtUp: shorter } = await restored(team, sentAs('whole'));
  const log = await openTestLog(short, { anchorKey });
  await log.prepare(preparedOf(`${id}D-9`));
  await log.close();
  const own = hashesIn(short);
  check('misclassified', 'two branches', (await shorter()).kind, 'broken');
  check('lost', 'its own branch stays', [hashesIn(older), hashesIn(short)], [before, own]);
}
