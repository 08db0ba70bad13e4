import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { addressIn, joinTeam } from '../../src/core/team/joining.ts';
import { newPassword, scramVerifier } from '../../src/core/team/passwords.ts';
import { revokeDesk } from '../../src/core/team/server/desks.ts';
import { verifyTeam } from '../../src/core/team/server/verify.ts';
import type { TeamRow } from '../../src/core/team/sharing.ts';
import { type NewPaper, signedCalls } from '../../src/core/team/signedCalls.ts';
import { tailQuestions } from '../../src/core/team/tail.ts';
import { OPERATOR } from '../../src/core/testing/builders.ts';
import { fillLog } from '../../src/core/testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../src/core/testing/log.ts';
import { sendLog } from './chainCases.ts';
import {
  DEADLINE_MS,
  type Desk,
  EVERYTHING,
  type Findings,
  MERCHANT,
  type Team,
  appendNext,
  noted,
  rowOf,
  startTeam,
  value,
} from './setUp.ts';
import { hashesIn } from './tailCases.ts';

const KEY = 'd'.repeat(64);
/** PostgreSQL takes it, RFC 9562 does not know it. */
const ODD_ID = '00000000-0000-0000-0000-000000000001';
const LATER = '2099-01-01T00:00:00.000Z';
const PATIENCE_MS = 20_000;

/** What the holder of one legitimate part can do to the others: one desk's login, one operator's page, one server. */
export async function partHolderCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  try {
    await foreignIntents(team);
    await openTransactions(team);
    await revoking(team);
    await unseenMerchant(team);
    await unreadableRows(team);
    await endlessTexts(team);
    await unreadablePapers(team);
    await forgedRights(team);
    await endlessTail(team);
  } finally {
    await team.close();
  }
}

/** As `appendNext`, or the fault. */
async function appended(desk: Desk, intentId: string, orderId: string): Promise<string> {
  const written = [{ kind: 'settled', body: { intentId }, intentId }];
  try {
    return await appendNext(desk, written, (seq) => [
      rowOf(orderId, 'accepted', seq, { intentId }),
    ]);
  } catch (error) {
    return String(error);
  }
}

function notSent(desk: Desk, intentId: string, orderId: string): Promise<string> {
  return appendNext(desk, noted(1), (seq) => [rowOf(orderId, 'not_sent', seq, { intentId })]);
}

const sql = async ({ connection }: Desk, text: string, values: readonly unknown[] = []) =>
  value(await connection.ask(text, values, DEADLINE_MS));

/** An operator may name any intent at the page; a card that waits for approval tells its own to every login. */
async function foreignIntents(team: Team): Promise<void> {
  const { check } = team;
  const [mallory, victim] = [await team.join(), await team.join()];
  const waiting = randomUUID();
  await mallory.calls.claim(waiting, MERCHANT, 'taken first');
  await notSent(mallory, waiting, 'taken first');
  const claimed = value(await victim.calls.claim(waiting, MERCHANT, 'W-1')).outcome;
  check('misclassified', 'an intent that another login took first', claimed, 'yours');
  check('lost', 'its events are taken', await appended(victim, waiting, 'W-1'), 'appended');
  // The stream of a desk whose operator did that must go on, and the order that was sent twice is a conflict.
  check('lost', 'a foreign intent', await appended(mallory, waiting, 'W-1'), 'appended');
  check('misclassified', 'a conflict', value(await mallory.calls.standing()).conflicts, 1);
  const held = value(await mallory.calls.claim(waiting, MERCHANT, 'W-1')).outcome;
  // What was given up and sent all the same is open again, and has no order that another request has.
  check('doubled', 'the order stays with the first desk', held, 'held');
  const own = value(await victim.calls.claim(waiting, MERCHANT, 'W-1')).outcome;
  check('doubled', 'which has it', own, 'yours');
}

/** A login sets its own time-outs: a lock that it takes can be kept for ever. */
async function openTransactions(team: Team): Promise<void> {
  const { check, admin } = team;
  const [mallory, victim] = [await team.join(), await team.join()];
  const intentId = randomUUID();
  await appended(victim, intentId, 'T-1');
  await sql(mallory, 'BEGIN');
  await mallory.calls.claim(intentId, MERCHANT, 'T-2');
  await notSent(mallory, intentId, 'T-2');
  check('lost', 'a foreign claim kept open', await appended(victim, intentId, 'T-1'), 'appended');
  await sql(mallory, 'ROLLBACK');

  await admin((session) => session.query('UPDATE team.server SET timeline = 99'));
  await sql(mallory, 'BEGIN');
  await mallory.calls.standing();
  const standing = await victim.calls.standing();
  check('lost', 'the first to notice a fail-over keeps it open', standing.ok, true);
  await sql(mallory, 'ROLLBACK');

  const invitation = await team.invite();
  const desks = value(await mallory.calls.desks());
  const invited = desks.find(({ login }) => login === invitation.login)?.desk_id ?? '';
  await sql(mallory, 'BEGIN');
  value(await signedCalls(mallory.connection).putPaper(wordFor(invited)));
  const joined = await joinTeam(invitation, newPassword());
  check('lost', 'a desk joins although a paper for it is being written', joined.ok, true);
  await sql(mallory, 'ROLLBACK');
}

/** Revoking is the cure for all of this: the login must not be able to keep it from happening. */
async function revoking({ join, check, admin }: Team): Promise<void> {
  const kept = async (what: string, hold: (mallory: Desk) => Promise<unknown>): Promise<void> => {
    const mallory = await join();
    await sql(mallory, 'SET idle_in_transaction_session_timeout = 0');
    await sql(mallory, 'BEGIN');
    await hold(mallory);
    const revoked = admin((session) => revokeDesk(session, mallory.name)).then(() => 'revoked');
    const said = await Promise.race([revoked, sleep(PATIENCE_MS, 'still waiting', { ref: false })]);
    mallory.connection.close();
    await revoked;
    check('lost', what, said, 'revoked');
  };
  await kept('a login whose transaction is open', (mallory) => appendNext(mallory, noted(1)));
  await kept('a login that keeps its own role locked', (mallory) =>
    sql(mallory, `ALTER ROLE CURRENT_USER PASSWORD '${scramVerifier(newPassword())}'`),
  );
}

async function unseenMerchant(team: Team): Promise<void> {
  const holder = await team.join();
  const blind = await team.join({ merchants: ['another merchant'] });
  await holder.calls.claim(randomUUID(), MERCHANT, 'U-1');
  const told = value(await blind.calls.claim(randomUUID(), MERCHANT, 'U-1'));
  team.check(
    'misclassified',
    'who works for a merchant that the login may not see',
    [told.outcome, told.holder_login, told.holder_code, told.holder_intent, told.since],
    ['other_merchant', null, null, null, null],
  );
}

async function unreadableRows(team: Team): Promise<void> {
  const { check, admin } = team;
  const [mallory, victim, lead] = [
    await team.join(),
    await team.join(),
    await team.join({ isReader: true }),
  ];
  await appended(victim, randomUUID(), 'READABLE');
  const tell = (more: Partial<TeamRow>): Promise<string> =>
    appendNext(mallory, noted(1), (seq) => [rowOf('ODD', 'unknown', seq, more)]);
  check('misclassified', 'an odd intent', await tell({ intentId: ODD_ID }), 'appended');
  const refused = 'refused: a row has a time or an amount that no desk writes';
  check('misclassified', 'no end of time', await tell({ createdAt: 'infinity' }), refused);
  check('misclassified', 'the year 200000', await tell({ createdAt: '200000-01-01' }), refused);
  check('misclassified', 'no end of money', await tell({ cents: 9e18 }), refused);
  const body = String.raw`{"intentId" \u`;
  check('lost', 'no JSON', await appendNext(mallory, [{ kind: 'noted', body }]), 'appended');
  const { calls } = lead;
  const views: Readonly<Record<string, () => Promise<unknown>>> = {
    page: () => calls.page(EVERYTHING, 100),
    changes: () => calls.changes([], 100),
    search: () => calls.search('READABLE', null, EVERYTHING, 100),
  };
  for (const [view, ask] of Object.entries(views)) {
    const shown = JSON.stringify(await ask().catch(String));
    check('lost', `${view} shows the other desk`, shown.includes('"READABLE"'), true);
  }
  const reports = await admin(verifyTeam).catch(() => []);
  const of = ({ invitation: { login } }: Desk) => reports.find((one) => one.login === login);
  check('misclassified', 'verify looks at the other desk', of(victim)?.brokenAt, null);
  check('misclassified', 'and names the body', of(mallory)?.brokenAt, 2);
}

/** Each reader's connection would be lost at its deadline, and with it its replication. */
async function endlessTexts(team: Team): Promise<void> {
  const { check } = team;
  const mallory = await team.join();
  const merchant = randomUUID();
  const lead = await team.join({ isReader: true, merchants: [merchant] });
  const long = 'x'.repeat(300_000);
  const more = { merchant, customer: long, state: long, currency: long, document: `"${long}"` };
  await appendNext(mallory, noted(1), (seq) => [rowOf('LONG', 'accepted', seq, more)]);
  const { calls } = lead;
  const read = [await calls.page(EVERYTHING, 10), await calls.changes([], 10)];
  check('misclassified', 'long texts', JSON.stringify(read).length < 10_000, true);
  check('lost', 'in two rows', JSON.stringify(read).split('LONG').length, 3);
}

function wordFor(deskId: string, more: Partial<NewPaper> = {}): NewPaper {
  return {
    paper_id: randomUUID(),
    purpose: 'resolve',
    desk_id: deskId,
    merchant: MERCHANT,
    subject: randomUUID(),
    digest: 'd'.repeat(64),
    content: '{}',
    expires_at: LATER,
    ...more,
  };
}

async function unreadablePapers(team: Team): Promise<void> {
  const { check } = team;
  const [mallory, victim, lead] = [await team.join(), await team.join(), await team.join()];
  const of = ({ connection }: Desk) => signedCalls(connection);
  const [word, card] = [wordFor(victim.deskId), wordFor(victim.deskId, { purpose: 'approve' })];
  await of(lead).putPaper(word);
  await of(victim).putPaper(card);
  await of(mallory).putPaper(wordFor(victim.deskId, { paper_id: ODD_ID, subject: ODD_ID }));
  const listed = async (desk: Desk, onlyOwn: boolean, { paper_id: id }: NewPaper) => {
    const papers = await of(desk)
      .papers(onlyOwn)
      .catch(() => null);
    return papers !== null && value(papers).some(({ paper_id: one }) => one === id);
  };
  check('lost', 'a word beside an odd paper', await listed(victim, true, word), true);
  check('lost', 'a card beside it', await listed(lead, false, card), true);
  const write700 = `
    DO $$
    DECLARE
      mine uuid;
    BEGIN
      FOR i IN 1..700 LOOP
        mine := gen_random_uuid();
        PERFORM team.put_paper(mine, 'resolve', '${victim.deskId}', '${MERCHANT}', mine, 'd', 'c', '${LATER}');
        PERFORM team.end_paper(mine, 'over');
      END LOOP;
    END
    $$`;
  for (let time = 0; time < 3; time += 1) await sql(mallory, write700);
  check('lost', 'a card behind 2,100 ended papers', await listed(lead, false, card), true);
  const content = 'c'.repeat(49_000);
  const written: string[] = [];
  for (let time = 0; time < 22; time += 1) {
    const put = value(await of(mallory).putPaper(wordFor(victim.deskId, { content })));
    written.push(put.outcome);
  }
  check('misclassified', 'a megabyte waits at most', written.at(-1), 'too_many');
}

type Behind = {
  readonly desk: Desk;
  readonly dir: string;
  readonly caughtUp: (wholeMs?: number) => Promise<string>;
};

/** A desk that is off, and whose log is all that the server has of it. */
async function deskThatIsOff(team: Team, prefix: string): Promise<Behind> {
  const desk = await team.join();
  const dir = mkdtempSync(path.join(tmpdir(), 'team-part-'));
  const log = await openTestLog(dir, { anchorKey: memoryAnchorKey(KEY) });
  await fillLog(log, prefix);
  await log.close();
  await sendLog(desk, dir);
  const key = { state: 'key', key: KEY } as const;
  const by = { at: new Date().toISOString(), operator: OPERATOR, key };
  const address = addressIn(desk.invitation, desk.password);
  const caughtUp = async (wholeMs?: number): Promise<string> => {
    desk.connection.close();
    return (await tailQuestions(logPathsOf(dir), wholeMs).catchUp(address, by)).kind;
  };
  return { desk, dir, caughtUp };
}

/** With the desk's password at the server: events that follow its log, and that the desk takes at its next start. */
async function forgedRights(team: Team): Promise<void> {
  const { check } = team;
  const operator = OPERATOR;
  const forged = {
    supervisor_code: { operator, code: { salt: '00', hash: '00' } },
    people_ended: { operator },
    hand_over_text: { operator, text: 'no right' },
  };
  for (const [kind, body] of Object.entries(forged)) {
    const { desk, dir, caughtUp } = await deskThatIsOff(team, `forged-${kind}`);
    const before = hashesIn(dir);
    check('lost', `${kind} is appended`, await appendNext(desk, [{ kind, body }]), 'appended');
    const isRight = kind !== 'hand_over_text';
    check(
      'misclassified',
      `${kind} at the start`,
      await caughtUp(),
      isRight ? 'broken' : 'fetched',
    );
    if (isRight) check('lost', `${kind} changes nothing`, hashesIn(dir), before);
  }
}

/** A server that always has one more event, and takes its time. */
async function endlessTail(team: Team): Promise<void> {
  const { check, admin } = team;
  const { desk, dir, caughtUp } = await deskThatIsOff(team, 'endless');
  const before = hashesIn(dir);
  const body = { operator: OPERATOR, text: 'more' };
  await appendNext(
    desk,
    Array.from({ length: 6 }, () => ({ kind: 'hand_over_text', body })),
  );
  await admin((session) =>
    session.query(`
      CREATE OR REPLACE FUNCTION team.own_tail(stream integer, after bigint, most integer)
      RETURNS TABLE (seq bigint, at text, kind text, intent_id uuid, body text, salt bytea, digest bytea, previous bytea, hash bytea)
      LANGUAGE sql VOLATILE SECURITY DEFINER AS
      $$
        SELECT e.seq, e.at, e.kind, e.intent_id, e.body, e.salt, e.digest, e.previous, e.hash
        FROM pg_sleep(0.5), team.event AS e JOIN team.desk AS own USING (desk_id)
        WHERE own.login = session_user AND e.stream = own_tail.stream AND e.seq > own_tail.after
        ORDER BY e.seq LIMIT 1
      $$`),
  );
  check('lost', 'a start does not wait for all of it', await caughtUp(1000), 'offline');
  check('lost', 'and the log is as it was', hashesIn(dir), before);
}
