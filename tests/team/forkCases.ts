import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { teamCalls } from '../../src/core/team/calls.ts';
import { connectTeam } from '../../src/core/team/connect.ts';
import { addressIn, joinTeam } from '../../src/core/team/joining.ts';
import { newPassword } from '../../src/core/team/passwords.ts';
import { revokeDesk, unfreezeDesk } from '../../src/core/team/server/desks.ts';
import { verifyTeam } from '../../src/core/team/server/verify.ts';
import { fillLog } from '../../src/core/testing/fillLog.ts';
import { openTestLog } from '../../src/core/testing/log.ts';
import { filledLog, sendLog } from './chainCases.ts';
import { DEADLINE_MS, EVERYTHING, MERCHANT, type Team, appendNext, noted, value } from './setUp.ts';

/** Desks that are not what they were: a copied data directory, a restored one, a login that was closed, and is opened again. */
export async function forkCases(team: Team): Promise<void> {
  await copiedDirectory(team);
  await restoredLog(team);
  await invitations(team);
  await revocation(team);
  await invitedAgain(team);
  await backAfterFailOver(team);
}

async function grown(dir: string, prefix: string): Promise<void> {
  const log = await openTestLog(dir);
  await fillLog(log, prefix);
  await log.close();
}

async function copiedDirectory(team: Team): Promise<void> {
  const { check, admin } = team;
  const desk = await team.join();
  const one = await filledLog('F');
  const other = mkdtempSync(path.join(tmpdir(), 'team-copy-'));
  cpSync(one, other, { recursive: true });
  try {
    await sendLog(desk, one);
    await grown(one, 'G');
    await grown(other, 'H');
    check('lost', 'the first of two copies goes on', (await sendLog(desk, one)).at(-1), 'appended');
    const head = value(await desk.calls.standing()).head_seq;
    const wrong = await sendLogFrom(desk, other);
    check('misclassified', 'the second one forks', wrong, 'forked');
    check(
      'lost',
      'nothing of the first was replaced',
      value(await desk.calls.standing()).head_seq,
      head,
    );
    check(
      'misclassified',
      'the desk is frozen',
      value(await desk.calls.standing()).state,
      'frozen',
    );
    const claim = value(await desk.calls.claim(randomUUID(), MERCHANT, 'F-frozen')).outcome;
    check('doubled', 'and claims nothing', claim, 'frozen');
    check('misclassified', 'nor appends', (await sendLog(desk, one)).at(-1), 'frozen');
    await admin((session) => unfreezeDesk(session, desk.name, false));
    check('lost', 'the chosen branch goes on', (await sendLog(desk, one)).at(-1), 'appended');
    await sendLogFrom(desk, other);
    await admin((session) => unfreezeDesk(session, desk.name, true));
    check(
      'lost',
      'or the other one, as a new stream',
      (await sendLog(desk, other)).at(-1),
      'appended',
    );
    const reports = (await admin(verifyTeam)).filter(
      ({ login }) => login === desk.invitation.login,
    );
    check(
      'lost',
      'both branches are kept and hold',
      reports.map(({ brokenAt }) => brokenAt),
      [null, null],
    );
    check(
      'misclassified',
      'and a row that the newer stream told is no wrong row of the older',
      reports.map(({ wrongRows }) => wrongRows),
      [[], []],
    );
  } finally {
    for (const dir of [one, other]) rmSync(dir, { recursive: true, force: true });
  }
}

/** A desk does not ask where to begin: the copy sends its own events after those that it thinks are there. */
async function sendLogFrom(desk: Parameters<typeof sendLog>[0], dir: string): Promise<string> {
  const { calls } = desk;
  const standing = async (): ReturnType<typeof calls.standing> => {
    const found = await calls.standing();
    return found.ok ? { ok: true, value: { ...found.value, head_seq: 0 } } : found;
  };
  return (await sendLog({ calls: { ...calls, standing } }, dir)).at(-1) ?? '';
}

/** What a restored desk fetches back is its own, in order, with everything that its chain needs. */
async function restoredLog(team: Team): Promise<void> {
  const { check, admin } = team;
  const desk = await team.join();
  const dir = await filledLog('T');
  try {
    await sendLog(desk, dir);
    const head = value(await desk.calls.standing()).head_seq;
    const rows = value(
      await desk.connection.ask('SELECT seq FROM team.own_tail(1, 4, 500)', [], DEADLINE_MS),
    );
    check('lost', 'the tail after event 4', rows.length, head - 4);
    await admin((session) => unfreezeDesk(session, desk.name, true));
    const { stream } = value(await desk.calls.standing());
    check('misclassified', 'a new stream for a desk that is not frozen', stream, 2);
    check(
      'lost',
      'the log goes there from its first event',
      (await sendLog(desk, dir)).at(-1),
      'appended',
    );
    check(
      'doubled',
      'a request has one row over both',
      value(await desk.calls.search('T-1', null, EVERYTHING, 10)).length,
      1,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function invitations(team: Team): Promise<void> {
  const { check, admin } = team;
  const invitation = await team.invite();
  const first = newPassword();
  check('misclassified', 'an invitation is accepted', (await joinTeam(invitation, first)).ok, true);
  check(
    'misclassified',
    'again by the same desk, after a kill',
    (await joinTeam(invitation, first)).ok,
    true,
  );
  const second = await joinTeam(invitation, newPassword());
  check(
    'doubled',
    'a second desk with it is refused',
    second.ok || second.error.code,
    'login_refused',
  );
  const late = await team.invite();
  await admin((session) =>
    session.query(
      "UPDATE team.desk SET invited_until = now() - interval '1 day' WHERE login = $1",
      [late.login],
    ),
  );
  const expired = await joinTeam(late, newPassword());
  check(
    'misclassified',
    'one that is too old',
    expired.ok || expired.error.detail,
    'invitation_expired',
  );
}

async function revocation(team: Team): Promise<void> {
  const { check, admin } = team;
  const [desk, other] = [await team.join(), await team.join()];
  await appendNext(desk, noted(3));
  const open = await desk.again();
  const ended = await admin((session) => revokeDesk(session, desk.name));
  check('misclassified', 'both sessions are ended', ended, 2);
  const late = await open.calls.claim(randomUUID(), MERCHANT, 'X-1');
  check(
    'doubled',
    'an open session claims nothing',
    late.ok ? late.value.outcome : late.error.code,
    'lost',
  );
  const again = await connectTeam(addressIn(desk.invitation, desk.password), DEADLINE_MS);
  check('misclassified', 'the login is closed', again.ok || again.error.code, 'login_closed');
  const [kept] = await admin((session) =>
    session.query('SELECT count(*)::int AS events FROM team.event WHERE desk_id = $1', [
      desk.deskId,
    ]),
  );
  check('lost', 'its events stay', kept, { events: 3 });
  check('misclassified', 'other desks go on', await appendNext(other, noted(1)), 'appended');
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
