import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { invitationText } from '../../src/core/team/invitation.ts';
import { revokeDesk } from '../../src/core/team/server/desks.ts';
import { createRecordOf, removeTemporaryDirs } from '../../src/core/testing/builders.ts';
import { type TestProvider, startTestProvider } from '../../src/core/testing/provider.ts';
import { makeCertificates } from '../provider/tls/certificates.ts';
import { type Findings, type Team, startTeam, until } from './setUp.ts';
import { type TeamDesk, openTeamDesk, reasonOf } from './wholeDesk.ts';

const RACES = 10;

/** Two whole desks, from their services on, join one team and issue through it. */
export async function deskCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  const one = await openTeamDesk(provider.baseUrl);
  const other = await openTeamDesk(provider.baseUrl);
  try {
    await joins(team, one, other);
    await races(team, provider, one, other);
    await numbers(team, provider, one, other);
    await sees(team, one, other);
    await serverDown(team, provider, one);
    await revoked(team, provider, other);
    await comesBack(team, other);
    await archived(team, one);
    await leaves(team, one);
  } finally {
    await one.close();
    await other.close();
    await provider.close();
    await team.close();
    removeTemporaryDirs();
  }
}

async function joins({ check, invite }: Team, one: TeamDesk, other: TeamDesk): Promise<void> {
  check('misclassified', 'no team yet', (await one.ask('team.state', {})).kind, 'none');
  check('misclassified', 'nothing to ask', await one.tried('team.desks', {}), 'no_team');
  const invitation = await invite();
  const text = invitationText(invitation);
  const broken = await one.ask('team.check', { invitation: text.slice(0, -20) });
  check('misclassified', 'a cut-off invitation', broken.steps[0]?.code, 'cut_off');
  const foreign = invitationText({ ...invitation, ca: makeCertificates(new Date()).caPem });
  const named = await one.ask('team.check', { invitation: foreign });
  const said = named.steps.map(({ step, status, code }) => `${step} ${code ?? status}`);
  check('misclassified', 'what is wrong is found by its step', said, [
    'invitation ok',
    'address ok',
    'tls certificate_not_trusted',
    'login skipped',
    'desk skipped',
  ]);
  const good = await one.ask('team.check', { invitation: text });
  const all = good.steps.every(({ status }) => status === 'ok');
  check(
    'misclassified',
    'every step is good',
    [all, good.invitation?.code],
    [true, invitation.code],
  );
  const state = await one.ask('team.join', { invitation: text });
  check('misclassified', 'joined', state.kind, 'joined');
  check(
    'misclassified',
    'twice',
    await one.tried('team.join', { invitation: text }),
    'team_refused',
  );
  check(
    'misclassified',
    'the invitation is used up',
    await other.tried('team.join', { invitation: text }),
    'team_refused',
  );
  check('lost', 'the log is copied', await one.inStep(), true);
  await other.ask('team.join', { invitation: invitationText(await invite()) });
  check('lost', 'that of the other desk too', await other.inStep(), true);
  const leaked = filesWith(one.dataDir, [invitation.password, text.slice(0, 60)]);
  check('misclassified', 'neither invitation nor password is on the disk', leaked, []);
}

function filesWith(dir: string, texts: readonly string[]): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(dir, name)).isFile())
    .filter((name) => {
      const bytes = readFileSync(path.join(dir, name));
      return texts.some((text) => bytes.includes(text));
    });
}

async function races(
  { check }: Team,
  provider: TestProvider,
  one: TeamDesk,
  other: TeamDesk,
): Promise<void> {
  const before = provider.posts().length;
  for (let race = 0; race < RACES; race += 1) {
    const both = await Promise.all([one.issue(`race-${race}`), other.issue(`race-${race}`)]);
    const reasons = both.map(reasonOf).toSorted();
    check('misclassified', `race ${race}`, reasons, ['accepted', 'order_claimed']);
  }
  check('doubled', 'one POST for each order', provider.posts().length - before, RACES);
}

async function numbers(
  { check }: Team,
  provider: TestProvider,
  one: TeamDesk,
  other: TeamDesk,
): Promise<void> {
  const { code } = await one.state();
  const { profileId } = one;
  const { orderId } = await one.ask('order.suggest', { profileId, flow: 'create' });
  check('misclassified', 'the desk’s code is in its ids', orderId.startsWith(`D-${code}-`), true);
  const before = provider.posts().length;
  const taken = await other.issue(orderId);
  const said = 'reason' in taken ? [taken.reason.code, taken.reason.detail] : [];
  check('misclassified', 'an id of another desk', said, ['team_refused', 'number_of_another_desk']);
  check('doubled', 'was not sent', provider.posts().length - before, 0);
  check('lost', 'its own desk sends it', (await one.issue(orderId)).outcome, 'accepted');
}

async function sees({ check }: Team, one: TeamDesk, other: TeamDesk): Promise<void> {
  const { body } = await one.issue('seen-1');
  const customer = body.fields.customer ?? '';
  const asked = { text: 'seen-1', desk: null, outcome: null, before: null, most: 10 };
  const found = async () => (await other.ask('team.find', asked))[0];
  check(
    'lost',
    'the other desk sees it',
    await until(async () => (await found())?.outcome === 'accepted'),
    true,
  );
  const row = await found();
  const { desk } = await one.state();
  check('misclassified', 'with its desk', [row?.desk, row?.isOwn], [desk, false]);
  check('misclassified', 'the customer masked', /^#[0-9a-f]{4}$/u.test(row?.customer ?? ''), true);
  check(
    'lost',
    'found by the whole customer, and by no part',
    [
      (await other.ask('team.find', { ...asked, text: customer }))[0]?.orderId,
      await other.ask('team.find', { ...asked, text: customer.slice(0, 20) }),
    ],
    ['seen-1', []],
  );
  const { profileId } = other;
  const recalled = async () => (await other.ask('customer.recall', { profileId, customer }))[0];
  await until(async () => (await recalled())?.outcome === 'accepted');
  const { orderId, customer: shown } = (await recalled()) ?? {};
  check('lost', 'the form warns of the same customer', [orderId, shown], ['seen-1', customer]);
  const whole = { profileId: one.profileId, sharing: 'whole', offline: 'own_numbers' } as const;
  await one.ask('team.setProfile', whole);
  await one.issue('seen-2');
  const part = { ...asked, text: 'een-2', desk };
  const seen = async () => (await other.ask('team.find', part))[0];
  await until(async () => (await seen())?.outcome === 'accepted');
  check(
    'misclassified',
    'shared whole from now on',
    [(await seen())?.customer?.startsWith('c-'), (await seen())?.flow],
    [true, 'create'],
  );
  const used = async () =>
    (await other.ask('order.uses', { profileId: other.profileId, orderId: 'seen-2' }))[0];
  await until(async () => (await used())?.outcome === 'accepted');
  check('lost', 'the form warns of what another desk just did', (await used())?.desk, desk);
  const newest = await other.ask('team.find', { ...asked, text: '', most: 5 });
  check('misclassified', 'newest first', newest[0]?.orderId, 'seen-2');
  const [first, second] = newest;
  if (first === undefined) throw new Error('The team has no rows.');
  const before = { createdAt: first.createdAt, intentId: first.intentId };
  const page = { ...asked, text: '', before, most: 1 };
  const next = await other.ask('team.find', page);
  check('misclassified', 'page after page', next[0]?.orderId, second?.orderId);
  const accepted = await other.ask('team.find', {
    ...asked,
    text: '',
    outcome: 'accepted',
    most: 200,
  });
  check('lost', 'all that was issued', accepted.length, RACES + 3);
  const training = await other.ask('team.find', { ...asked, text: '', mode: 'sandbox', most: 200 });
  check('misclassified', 'training apart', training, []);
  const desks = await other.ask('team.desks', {});
  check(
    'misclassified',
    'both desks',
    desks.map(({ isOwn }) => Number(isOwn)).toSorted((a, b) => a - b),
    [0, 1],
  );
  check('misclassified', 'no conflict', await other.ask('team.conflicts', {}), []);
}

async function serverDown(team: Team, provider: TestProvider, one: TeamDesk): Promise<void> {
  const { check, postgres } = team;
  const { profileId } = one;
  const policy = (offline: 'block' | 'own_numbers' | 'warn') =>
    one.ask('team.setProfile', { profileId, sharing: 'masked', offline });
  await postgres.killHard();
  const told = await until(async () => (await one.state()).standing.kind === 'offline');
  check('misclassified', 'the desk says that it is offline', told, true);
  check(
    'misclassified',
    'and does not search',
    await one.tried('team.desks', {}),
    'team_unreachable',
  );
  const before = provider.posts().length;
  await policy('own_numbers');
  check('misclassified', 'typed', reasonOf(await one.issue('down-1')), 'team_refused');
  check('misclassified', 'own', reasonOf(await one.issue(await one.suggest())), 'accepted');
  await policy('block');
  check('misclassified', 'block', reasonOf(await one.issue(await one.suggest())), 'team_refused');
  await policy('warn');
  check('misclassified', 'warn', reasonOf(await one.issue('down-2')), 'accepted');
  check('doubled', 'two were sent', provider.posts().length - before, 2);
  await postgres.start();
  check('lost', 'in step again', await one.inStep(), true);
  await policy('own_numbers');
  check('lost', 'and claiming', reasonOf(await one.issue('up-1')), 'accepted');
}

async function revoked(team: Team, provider: TestProvider, other: TeamDesk): Promise<void> {
  const { check } = team;
  const { profileId } = other;
  const { desk, code } = await other.state();
  await other.inStep();
  await team.admin((session) => revokeDesk(session, desk));
  await other.ask('team.setProfile', { profileId, sharing: 'masked', offline: 'warn' });
  const before = provider.posts().length;
  check('misclassified', 'revoked', reasonOf(await other.issue(`D-${code}-9001`)), 'team_refused');
  const told = await until(async () => {
    const { standing } = await other.state();
    return standing.kind === 'offline' && standing.fault.code === 'login_closed';
  });
  check('misclassified', 'and says so', told, true);
  await team.postgres.killHard();
  check(
    'misclassified',
    'nor without a server',
    reasonOf(await other.issue('gone-1')),
    'team_refused',
  );
  await team.postgres.start();
  check('doubled', 'nothing was sent', provider.posts().length - before, 0);
}

/** By the same name it is the same desk: its log is whole, and nothing of it is there twice. */
async function comesBack(team: Team, other: TeamDesk): Promise<void> {
  const { check, admin, invite } = team;
  const counted = async (what: string): Promise<unknown> =>
    (await admin((session) => session.query(`SELECT count(*)::int AS many FROM team.${what}`)))[0];
  const { desk: name, code } = await other.state();
  const [conflicts, requests] = [await counted('conflict'), await counted('request')];
  const changed = await invite({ name, code: 'ZZZ' }).then(
    () => 'done',
    () => 'refused',
  );
  check('misclassified', 'another code', changed, 'refused');
  const verified = await other.ask('log.verify', {});
  check('lost', 'the log of the closed desk is whole', verified.verdict, 'holds');
  const again = await invite({ name });
  check('misclassified', 'its own code', again.code, code);
  check('misclassified', 'leaves', (await other.ask('team.leave', {})).kind, 'none');
  await other.ask('team.join', { invitation: invitationText(again) });
  check('lost', 'in step', await other.inStep(), true);
  check('doubled', 'no order is in conflict', await counted('conflict'), conflicts);
  check('lost', 'it issues', reasonOf(await other.issue('back-1')), 'accepted');
  const more = z.object({ many: z.int() }).parse(requests).many + 3;
  // Two that were refused while it was closed, and this one.
  const isAll = await until(
    async () => JSON.stringify(await counted('request')) === `{"many":${more}}`,
  );
  check('doubled', 'no request is there twice', isAll, true);
}

/** What is told of its requests later is shared as before. */
async function archived({ check, admin }: Team, one: TeamDesk): Promise<void> {
  const { profileId } = one;
  await one.ask('team.setProfile', { profileId, sharing: 'whole', offline: 'own_numbers' });
  const { intentId } = await one.issue('archived-1');
  await one.ask('profile.archive', { profileId, archived: true });
  await one.ask('request.note', { intentId, text: 'asked the provider' });
  const bodies = (): Promise<readonly unknown[]> =>
    admin((session) =>
      session.query(
        "SELECT body IS NOT NULL AS whole FROM team.event WHERE intent_id = $1 AND kind = 'noted'",
        [intentId],
      ),
    );
  await until(async () => (await bodies()).length > 0);
  check('lost', 'a note of an archived profile', await bodies(), [{ whole: true }]);
  await one.ask('profile.archive', { profileId, archived: false });
}

async function leaves({ check }: Team, one: TeamDesk): Promise<void> {
  const left = await one.ask('team.leave', {});
  check('misclassified', 'left', left.kind, 'none');
  check('lost', 'and issues alone', reasonOf(await one.issue('alone-1')), 'accepted');
}
