import { z } from 'zod';

import { minorUnitsSchema } from '../../src/shared/domain/money.ts';
import { NO_EYES_RULES, type WaitingCard } from '../../src/shared/domain/eyes.ts';
import type { Paper } from '../../src/shared/domain/papers.ts';
import { invitationText } from '../../src/core/team/invitation.ts';
import { privatePem } from '../../src/core/team/signing.ts';
import { signSupervisor } from '../../src/core/team/server/supervisors.ts';
import { issueOf } from '../../src/core/eyes/testing/eyesDesk.ts';
import {
  createRecordOf,
  intent,
  removeTemporaryDirs,
  temporaryDir,
} from '../../src/core/testing/builders.ts';
import { SANDBOX } from '../../src/core/testing/openedDesk.ts';
import {
  BOSS_PIN,
  type Begun,
  type Page,
  type PeopleDesk,
  openPeopleDesk,
} from '../../src/core/testing/peopleDesk.ts';
import { type TestProvider, startTestProvider } from '../../src/core/testing/provider.ts';
import { type FalseDesk, falseDesk } from './falsePapers.ts';
import { type Findings, ROOT_KEY, type Team, startTeam, until } from './setUp.ts';

const THRESHOLD = 100_000;
/** As the test provider fails a request of this name: no answer. */
const UNANSWERED = 'unanswered';
/** The first operator of the desk in front. */
const ANN = 'operator 1';

type Office = { readonly desk: PeopleDesk; readonly begun: Begun };

/** A card of one desk is approved, and an unknown of it resolved, by the supervisor of another desk. */
export async function approvalCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    if (String(fields['order_id']).startsWith(UNANSWERED)) response.destroy();
    else response.end(JSON.stringify(createRecordOf(fields)));
  });
  const front = await office(team, provider, 'Boss of front');
  const back = await office(team, provider, 'Nadia');
  try {
    const mallory = await falseDesk(team);
    await approvals(team, provider, front, back, mallory);
    await words(team, front, back, mallory);
  } finally {
    await front.desk.services.close();
    await back.desk.services.close();
    await provider.close();
    await team.close();
    removeTemporaryDirs();
  }
}

async function office(team: Team, { baseUrl }: TestProvider, boss: string): Promise<Office> {
  const desk = await openPeopleDesk({ dataDir: temporaryDir(), baseUrl });
  await desk.page('first').ask('team.join', { invitation: invitationText(await team.invite()) });
  const begun = await desk.begin(boss);
  await until(async () => {
    const state = await begun.boss.ask('team.state', {});
    return state.kind === 'joined' && state.standing.kind === 'in_step';
  });
  return { desk, begun };
}

async function paperAt(page: Page): Promise<Paper | undefined> {
  let found: Paper | undefined;
  await until(async () => {
    const papers = await page.ask('team.papers', {});
    found = papers.find(({ purpose }) => purpose === 'approve');
    return found !== undefined;
  });
  return found;
}

async function papersOf(page: Page): Promise<readonly (string | undefined)[]> {
  const papers = await page.ask('team.papers', {});
  return papers.map(({ content }) => content?.lines.find(({ what }) => what === 'order_id')?.text);
}

async function cardOf(page: Page, name: string): Promise<WaitingCard | undefined> {
  const { cards } = await page.ask('eyes.waiting', {});
  return cards.find(({ content }) => content.kind === 'issue' && content.intentId === intent(name));
}

async function approvals(
  team: Team,
  provider: TestProvider,
  front: Office,
  back: Office,
  mallory: FalseDesk,
): Promise<void> {
  const { check } = team;
  const ann = await front.begun.as('operator');
  const amountFrom = { RUB: minorUnitsSchema.parse(THRESHOLD) };
  await front.begun.boss.ask('eyes.setRules', {
    profileId: SANDBOX,
    rules: { ...NO_EYES_RULES, amountFrom },
  });
  check(
    'misclassified',
    'a large amount waits',
    await ann.code('issue.create', issueOf('large', THRESHOLD)),
    'approval_needed',
  );
  const paper = await paperAt(back.begun.boss);
  const lines = Object.fromEntries(
    (paper?.content?.lines ?? []).map(({ what, text }) => [what, text]),
  );
  check(
    'misclassified',
    'the other desk sees what it is about',
    [lines['order_id'], lines['cents']],
    ['large', String(THRESHOLD)],
  );
  const sign = (pin = BOSS_PIN, contentHash = paper?.contentHash ?? '') =>
    back.begun.boss.code('team.signPaper', { paperId: paper?.paperId ?? '', contentHash, pin });
  check('misclassified', 'without a key nothing is signed', await sign(), 'team_refused');
  const { own } = await back.begun.boss.ask('team.makeKey', {});
  check(
    'misclassified',
    'a key that no one signed',
    [own?.role, await sign()],
    [null, 'team_refused'],
  );
  for (const order of ['badly', 'own']) {
    await ann.code('issue.create', issueOf(order, THRESHOLD));
    await until(async () => (await papersOf(back.begun.boss)).includes(order));
  }
  await mallory.signBadly('badly');
  await mallory.signAs(ANN, 'own');
  await trust(team, back, own?.publicKey ?? '');
  check('misclassified', 'a wrong PIN', await sign('918273'), 'pin_wrong');
  check(
    'misclassified',
    'another content than was shown',
    await sign(BOSS_PIN, '0'.repeat(64)),
    'approval_void',
  );
  await byNamesake(team, back, paper);
  check('misclassified', 'signs', await sign(), 'ok');
  const approvedBy = async (order: string): Promise<string | undefined> =>
    (await cardOf(ann, order))?.approval?.by.name;
  const isApproved = await until(async () => (await approvedBy('large')) !== undefined);
  check('lost', 'one signature is enough', isApproved, true);
  check('misclassified', 'and is by her', await approvedBy('large'), 'Nadia');
  // The desk looks at the signatures of all its cards at once.
  check(
    'misclassified',
    'seven with a fault approve nothing',
    await approvedBy('badly'),
    undefined,
  );
  check('misclassified', 'nor does the author’s own', await approvedBy('own'), undefined);
  const second = await mallory.signAfter('own');
  await until(async () => (await approvedBy('own')) !== undefined);
  check('lost', 'which keeps no other person’s from counting', await approvedBy('own'), second);
  check(
    'misclassified',
    'another body waits all the same',
    await ann.code('issue.create', issueOf('larger', THRESHOLD + 1)),
    'approval_needed',
  );
  check(
    'lost',
    'the approved one is issued',
    await ann.code('issue.create', issueOf('large', THRESHOLD)),
    'ok',
  );
  await front.desk.rested('large');
  const { request } = await front.begun.boss.ask('log.history', { intentId: intent('large') });
  check(
    'misclassified',
    'the log has the signature',
    [request.approval?.how, request.approval?.by.signed?.publicKey],
    ['signed', own?.publicKey],
  );
  check('doubled', 'once', provider.posts().length, 1);
  await toldResults(team, front, back, ann);
  const verified = await front.begun.boss.ask('log.verify', {});
  check('lost', 'the chain holds', verified.verdict, 'holds');
}

/** The root key signs the supervisor's key, and her desk has heard of it. */
async function trust(team: Team, { begun: { boss } }: Office, publicKey: string): Promise<void> {
  const rootKey = privatePem(ROOT_KEY.privateKey);
  await team.admin((session) =>
    signSupervisor(session, { name: 'Nadia', publicKey, rootKey, role: 'supervisor' }),
  );
  const isTrusted = await until(
    async () => (await boss.ask('team.signers', {})).own?.role === 'supervisor',
  );
  team.check('lost', 'the root key makes a supervisor', isTrusted, true);
}

/** A person of this name asked for it: whether it is another person is not known at this desk. */
async function byNamesake(team: Team, { begun }: Office, paper: Paper | undefined): Promise<void> {
  const namesake = await begun.as('supervisor');
  const { own } = await namesake.ask('team.makeKey', {});
  const key = { publicKey: own?.publicKey ?? '', name: ANN, role: 'senior' as const };
  await begun.boss.ask('team.signPerson', { ...key, pin: BOSS_PIN });
  const { paperId = '', contentHash = '' } = paper ?? {};
  const said = await namesake.code('team.signPaper', { paperId, contentHash, pin: BOSS_PIN });
  team.check('misclassified', 'under the author’s name', said, 'approval_own');
}

/** What became of a signature is said where it was given: to the person who may give one, and to no other. */
async function toldResults(team: Team, front: Office, back: Office, ann: Page): Promise<void> {
  const { check } = team;
  const paperOf = async (order: string): Promise<Paper | undefined> =>
    (await back.begun.boss.ask('team.papers', {})).find(({ orderId }) => orderId === order);
  const sign = async (order: string): Promise<string> => {
    const paper = await paperOf(order);
    const { paperId = '', contentHash = '' } = paper ?? {};
    return back.begun.boss.code('team.signPaper', { paperId, contentHash, pin: BOSS_PIN });
  };
  const resultOf = async (order: string): Promise<string | null | undefined> => {
    await until(async () => (await paperOf(order))?.result !== null);
    return (await paperOf(order))?.result;
  };
  check('misclassified', 'used', await resultOf('large'), 'used');
  check('misclassified', 'signed at its desk', (await paperOf('large'))?.isSignedHere, true);
  await until(async () => (await paperOf('larger')) !== undefined);
  check('misclassified', 'signs another card', await sign('larger'), 'ok');
  await until(async () => (await cardOf(ann, 'larger'))?.approval !== null);
  await ann.ask('eyes.withdraw', { cardId: (await cardOf(ann, 'larger'))?.cardId ?? '' });
  check('misclassified', 'withdrawn', await resultOf('larger'), 'withdrawn');
  await ann.code('issue.create', issueOf('twice', THRESHOLD));
  await until(async () => (await paperOf('twice')) !== undefined);
  const { cardId = '', digest = '' } = (await cardOf(ann, 'twice')) ?? {};
  const personId = front.begun.bossId;
  await front.begun.boss.ask('eyes.approve', { cardId, digest, personId, pin: BOSS_PIN });
  check('misclassified', 'signs what is approved already', await sign('twice'), 'ok');
  await ann.ask('issue.create', issueOf('twice', THRESHOLD));
  check('misclassified', 'used, whoever was first', await resultOf('twice'), 'used');
  await front.desk.rested('twice');
  const { request } = await front.begun.boss.ask('log.history', { intentId: intent('twice') });
  check('doubled', 'the first approval stays', request.approval?.how, 'witnessed');
  const operator = await back.begun.as('operator');
  check('misclassified', 'an operator is told nothing', await operator.ask('team.papers', {}), []);
}

async function words(team: Team, front: Office, back: Office, mallory: FalseDesk): Promise<void> {
  const { check } = team;
  const ben = await front.begun.as('operator');
  await ben.ask('issue.create', issueOf(UNANSWERED, 500));
  await front.desk.rested(UNANSWERED);
  const found = async () =>
    (
      await back.begun.boss.ask('team.find', {
        text: UNANSWERED,
        desk: null,
        outcome: null,
        before: null,
        most: 5,
      })
    )[0];
  await until(async () => (await found())?.outcome === 'unknown');
  const row = await found();
  check(
    'lost',
    'the team’s log shows it open',
    [row?.orderId, row?.resolution],
    [UNANSWERED, null],
  );
  const word = {
    desk: row?.desk ?? '',
    merchant: row?.merchant ?? '',
    intentId: intent(UNANSWERED),
    orderId: row?.orderId ?? '',
    finding: { kind: 'absent' as const },
    note: 'asked the provider',
    pin: BOSS_PIN,
  };
  const senior = await back.begun.as('senior');
  check(
    'misclassified',
    'a person without a key says nothing',
    await senior.code('team.resolveThere', word),
    'team_refused',
  );
  const { merchant, intentId: subject, orderId, finding, note } = word;
  const desks = await back.begun.boss.ask('team.desks', {});
  const results = await mallory.sayFalsely({
    desk_id: desks.find(({ desk }) => desk === word.desk)?.deskId ?? '',
    merchant,
    subject,
    digest: '',
    content: JSON.stringify({ intentId: subject, orderId, finding, note }),
    expires_at: '2098-01-01T00:00:00.000Z',
  });
  const of = () => front.begun.boss.ask('log.history', { intentId: intent(UNANSWERED) });
  // The two papers whose signature is good, and which its desk answers.
  await until(async () => (await results()).length === 2);
  const refused = (await results()).toSorted();
  check('misclassified', 'said too late, or of another', refused, [
    'approval_void',
    'invalid_input',
  ]);
  const still = (await of()).request;
  check(
    'misclassified',
    'eight words with a fault resolve nothing',
    still.outcome === 'unknown' && still.resolution === null,
    true,
  );
  await back.begun.boss.ask('team.resolveThere', word);
  const isResolved = await until(async () => {
    const { request } = await of();
    return request.outcome === 'unknown' && request.resolution !== null;
  });
  check('lost', 'the word of another desk is recorded', isResolved, true);
  const { request } = await of();
  const by = request.outcome === 'unknown' ? request.resolution?.operator : undefined;
  check(
    'misclassified',
    'quoting the signature',
    [by?.name, by?.signed?.statement.purpose],
    ['Nadia', 'resolve'],
  );
  await until(async () => (await found())?.resolution !== null);
  const closed = await found();
  check(
    'misclassified',
    'the team’s log shows it closed, and by whom',
    [closed?.outcome, closed?.resolution?.kind, closed?.resolution?.by],
    ['unknown', 'absent', 'Nadia'],
  );
  const before = (await of()).events.length;
  await back.begun.boss.ask('team.resolveThere', {
    ...word,
    finding: { kind: 'found', remoteId: 'r-1', typedByHand: null },
  });
  const told = await until(async () =>
    (await back.begun.boss.ask('team.papers', {})).some(({ result }) => result === 'conflict'),
  );
  check('misclassified', 'a second word is a conflict, said to its desk', told, true);
  check('doubled', 'and changes nothing', (await of()).events.length, before);
}
