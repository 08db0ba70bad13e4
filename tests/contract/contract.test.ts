import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { searchOf } from '../../src/core/testing/searching.ts';
import { MAIN_ASKS } from '../../src/main/ipcHost.ts';
import type { Client } from '../../src/shared/contract/client.ts';
import type { DeskEvent } from '../../src/shared/contract/events.ts';
import { limitsSnapshotIdSchema } from '../../src/shared/domain/ids.ts';
import { readLedger } from '../support/ledger.ts';
import { SIGNING, profileSetUp } from '../support/profileSetUp.ts';
import { testDesk } from './support/deskRows.ts';
import { testStatements } from './support/statementRows.ts';
import { HOSTS, type RunningHost } from './support/hosts.ts';
import { type Facts, SANDBOX, inputs, typedBuild, typedCreate } from './support/inputs.ts';
import { collectEvents, settledRequest, valueOf } from './support/outcomes.ts';
import { type SilentProvider, startSilentProvider } from './support/silentProvider.ts';
import { type TestKeychain, startTestKeychain } from './support/secretService.ts';
import { OPERATION_NAMES, type OperationName } from '../../src/shared/contract/operations.ts';

let keychain: TestKeychain;
let silent: SilentProvider;

beforeAll(async () => {
  keychain = await startTestKeychain();
  silent = await startSilentProvider();
});

afterAll(async () => {
  await silent.close();
  await keychain.close();
});

/** What an accepted request and a log in order rightly refuse. */
const RIGHTLY_REFUSED: ReadonlyMap<OperationName, string> = new Map([
  ['log.loadSample', 'log_not_empty'],
  ['export.state', 'export_not_found'],
  ['export.cancel', 'export_not_found'],
  ['export.read', 'export_not_found'],
  ['export.show', 'export_not_found'],
  ['import.add', 'import_refused'],
  ['import.read', 'import_refused'],
  ['import.preview', 'import_refused'],
  ['import.check', 'import_refused'],
  ['import.rows', 'import_refused'],
  ['import.correct', 'import_refused'],
  ['import.leaveOut', 'import_refused'],
  ['import.accept', 'import_refused'],
  ['batch.start', 'import_refused'],
  ['batch.get', 'batch_not_found'],
  ['batch.rows', 'batch_not_found'],
  ['batch.pause', 'batch_not_found'],
  ['batch.resume', 'batch_not_found'],
  ['batch.stop', 'batch_not_found'],
  ['batch.queueAgain', 'batch_not_found'],
  ['batch.nextToHandOut', 'batch_not_found'],
  ['batch.report', 'batch_not_found'],
  ['statement.read', 'import_refused'],
  ['statement.preview', 'import_refused'],
  ['statement.check', 'import_refused'],
  ['statement.record', 'import_refused'],
  ['statement.compare', 'statement_not_found'],
  ['statement.rows', 'statement_not_found'],
  ['statement.pair', 'statement_not_found'],
  ['statement.decide', 'statement_not_found'],
  ['statement.previewSettle', 'statement_not_found'],
  ['statement.settle', 'statement_not_possible'],
  ['statement.report', 'statement_not_found'],
  ['people.signIn', 'person_not_found'],
  ['people.confirmCode', 'people_not_possible'],
  ['people.useCode', 'code_mistyped'],
  ['people.end', 'sign_in_first'],
  ['people.changeOwnPin', 'sign_in_first'],
  ['people.add', 'people_not_possible'],
  ['people.change', 'people_not_possible'],
  ['people.resetPin', 'person_not_found'],
  ['people.unlock', 'people_not_possible'],
  ['people.changeRules', 'people_not_possible'],
  ['handOver.accept', 'people_not_possible'],
  ['protection.apply', 'protection_not_possible'],
  ['protection.unlock', 'log_open'],
  ['team.join', 'team_refused'],
  ['team.setProfile', 'no_team'],
  ['team.takeNumbers', 'no_team'],
  ['team.desks', 'no_team'],
  ['team.find', 'no_team'],
  ['team.conflicts', 'no_team'],
  ['team.signers', 'no_team'],
  ['team.makeKey', 'no_team'],
  ['team.signPerson', 'no_team'],
  ['team.papers', 'no_team'],
  ['team.signPaper', 'no_team'],
  ['team.resolveThere', 'no_team'],
  ['eyes.setRules', 'people_not_possible'],
  ['eyes.approve', 'approval_void'],
  ['eyes.withdraw', 'approval_void'],
  ['request.cancel', 'too_late_to_cancel'],
  ['request.resolve', 'not_resolvable'],
  ['request.confirmKnown', 'not_resolvable'],
  ['callback.raw', 'request_not_found'],
  ['callback.replay', 'request_not_found'],
  ['request.settleMismatch', 'no_mismatch'],
  ['request.correct', 'not_resolvable'],
  ['profile.takeBackSecret', 'secret_missing'],
  ['request.addPicture', 'picture_not_usable'],
  ['picture.read', 'picture_lost'],
]);
/** What only a keychain can do. */
const NEED_KEYCHAIN: ReadonlySet<OperationName> = new Set([
  'profile.setSecret',
  'profile.takeBackSecret',
  'profile.deleteSecret',
  'people.begin',
]);

/** What leaves a profile that another operation could not use as it is. */
const CHANGE_PROFILE: ReadonlySet<OperationName> = new Set([
  'profile.archive',
  'profile.delete',
  'profile.takeBackSecret',
]);
/** None of them is the input of an operation. */
const WRONG_INPUTS = [null, [], 'text', { unheardOf: 1 }] as const;

async function callOne<N extends OperationName>(client: Client, name: N, facts: Facts) {
  const { [name]: input } = inputs(facts);
  return await client.call(name, input);
}

async function issueOne(client: Client): Promise<Facts['intentId']> {
  const input = typedCreate();
  valueOf(await client.call('issue.create', input));
  await settledRequest(client, input.intentId);
  return input.intentId;
}

/** What the inputs name, made once for all operations of a host. */
async function makeFacts(client: Client): Promise<Facts> {
  const search = searchOf();
  const [intentId, liveProfileId, limits] = await Promise.all([
    issueOne(client),
    liveProfile(client),
    client.call('limits.read', { profileId: SANDBOX, refresh: false }),
  ]);
  const { snapshot } = valueOf(limits);
  return {
    intentId,
    liveProfileId,
    backupName: '',
    searchId: search.searchId,
    limitsId: limitsSnapshotIdSchema.parse(snapshot?.id),
  };
}

async function liveProfile(client: Client): Promise<Facts['liveProfileId']> {
  const setUp = profileSetUp({ name: 'Contract' });
  return valueOf(await client.call('profile.save', { id: null, setUp })).id;
}

const OF_A_SEARCH: ReadonlySet<OperationName> = new Set(['log.rows', 'log.count']);

/**
 * What an operation needs for itself: a profile that another one has not changed, a search that no restore has ended, or a
 * backup of the log as it is now.
 */
async function factsFor(client: Client, name: OperationName, shared: Facts): Promise<Facts> {
  if (CHANGE_PROFILE.has(name)) return { ...shared, liveProfileId: await liveProfile(client) };
  if (OF_A_SEARCH.has(name)) {
    const search = searchOf();
    valueOf(await client.call('log.search', search));
    return { ...shared, searchId: search.searchId };
  }
  if (name !== 'log.restore') return shared;
  return { ...shared, backupName: valueOf(await client.call('log.backUp', {})).name };
}

/** A live merchant at a provider that takes the request and never answers. */
async function silentProfile(client: Client) {
  const baseUrl = `http://127.0.0.1:${silent.port}`;
  const saved = await client.call('profile.save', { id: null, setUp: profileSetUp({ baseUrl }) });
  const { id: profileId } = valueOf(saved);
  const entered = { slot: SIGNING, secret: 'contract-secret', keep: 'stored' } as const;
  valueOf(await client.call('profile.setSecret', { profileId, ...entered }));
  valueOf(await client.call('profile.confirmLive', { profileId }));
  return profileId;
}

async function outcomeOf(client: Client, intentId: Facts['intentId']) {
  return valueOf(await client.call('log.history', { intentId })).request.outcome;
}

/** Where Electron's main asks in a dialog of its own, no page may agree. */
function isMainsOwn(hostName: string, name: OperationName): boolean {
  return hostName.startsWith('Electron') && MAIN_ASKS.has(name);
}

function refusalOf(hostName: string, name: OperationName): string {
  return isMainsOwn(hostName, name) ? 'not_authorised' : 'invalid_input';
}

describe.each(HOSTS)('$name', ({ name: hostName, start }) => {
  let host: RunningHost;

  beforeAll(async () => {
    host = await start({ env: keychain.env });
    // Where nothing is drawn anew with each request and each profile.
    await host.page.evaluate(() => location.assign('#/help'));
  });

  afterAll(() => host.close());

  testDesk(hostName, () => host);
  testStatements(() => host);

  test('issues a direct request: requisites come back, and the provider knows exactly one', async () => {
    const input = typedCreate();
    const issued = valueOf(await host.client.call('issue.create', input));
    expect(issued.request.intentId).toBe(input.intentId);
    const request = await settledRequest(host.client, input.intentId);
    expect(request).toMatchObject({
      outcome: 'accepted',
      answer: { flow: 'create', record: { state: 'created', amount_cents: 150_000 } },
    });
    const deposits = readLedger(host.dataDir).deposits;
    expect(deposits.filter(({ order_id: id }) => id === input.fields.order_id)).toHaveLength(1);
  });

  test('issues a payment page: its address comes back and opens', async () => {
    const input = typedBuild();
    valueOf(await host.client.call('issue.build', input));
    const request = await settledRequest(host.client, input.intentId);
    if (request.outcome !== 'accepted') throw new Error(request.outcome);
    expect(request.answer.record.state).toBe('builded');
    const address = request.answer.record.payment_data.url ?? '';
    expect((await fetch(address)).status).toBe(200);
  });

  /** One request serves all: no operation takes an accepted request away. */
  let shared: Promise<Facts> | undefined;

  test.each(OPERATION_NAMES)('%s answers as the contract says', async (name) => {
    const facts = await factsFor(host.client, name, await (shared ??= makeFacts(host.client)));
    const reply = await callOne(host.client, name, facts);
    const noKeychain = NEED_KEYCHAIN.has(name) && !keychain.available;
    const refused = isMainsOwn(hostName, name) ? 'not_authorised' : RIGHTLY_REFUSED.get(name);
    const code = noKeychain ? 'vault_unavailable' : refused;
    if (code !== undefined) {
      expect(reply).toMatchObject({ ok: false, error: { code } });
    } else {
      expect(reply).toMatchObject({ ok: true });
    }
    // The next one issues again.
    if (name === 'log.restore') valueOf(await host.client.call('log.acknowledgeRestore', {}));
  });

  /** In one script inside the page: as tests of their own, two hundred of them waited for the page most of their time. */
  test('every operation refuses what the contract does not know', async () => {
    // Every third one for each operation: the hostile suite sends all of them, and thousands more.
    const tries = OPERATION_NAMES.flatMap((name, at) =>
      WRONG_INPUTS.filter((_, of) => (at + of) % 3 === 0).map((input) => ({
        name,
        input,
        code: refusalOf(hostName, name),
      })),
    );
    const replies = await host.callEachRaw(tries.map(({ name, input }) => [name, input]));
    const told = tries.map(({ name, input }, at) => ({ name, input, reply: replies[at] }));
    expect(told).toMatchObject(
      tries.map(({ code, ...one }) => ({ ...one, reply: { ok: false, error: { code } } })),
    );
  });

  test.each(['fs.write', 'constructor', '__proto__', 'app.info/', ''])(
    'there is no operation %j',
    async (name) => {
      const reply = await host.callRaw(name, {}).catch((error: unknown) => String(error));
      expect(reply).not.toMatchObject({ ok: true });
    },
  );

  test('tells the page what happens to a request, in order, without being asked', async () => {
    const { events, stop } = collectEvents(host.client);
    const input = typedCreate();
    valueOf(await host.client.call('issue.create', input));
    const outcomes = () =>
      events().flatMap((event: DeskEvent) =>
        event.name === 'request.changed' && event.request.intentId === input.intentId
          ? event.request.outcome
          : [],
      );
    await expect.poll(outcomes).toContain('accepted');
    stop();
    expect(outcomes().at(-1)).toBe('accepted');
    expect(outcomes().indexOf('sending')).toBeLessThan(outcomes().indexOf('accepted'));
  });

  test('a request without an answer is cancelled, blocks its order, and is resolved', async ({
    skip,
  }) => {
    if (!keychain.available) skip('a live profile needs a keychain');
    const { client } = host;
    const profileId = await silentProfile(client);
    const first = { ...typedCreate(), profileId };
    const second = { ...first, intentId: typedCreate().intentId };
    valueOf(await client.call('issue.create', first));
    await expect.poll(() => outcomeOf(client, first.intentId)).toBe('sending');
    const { intentId } = first;
    expect(valueOf(await client.call('request.cancel', { intentId }))).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'cancelled_after_sending' },
    });
    expect(await client.call('issue.create', second)).toMatchObject({
      error: { code: 'order_open', openIntentId: intentId, openOutcome: 'unknown' },
    });
    const typedByHand = { number: '2200700812345675', name: 'IVAN P.' };
    const finding = { kind: 'found', remoteId: 'remote-1', typedByHand } as const;
    const found = { intentIds: [intentId], finding, note: 'by phone' };
    expect(valueOf(await client.call('request.resolve', found))).toMatchObject([
      { outcome: 'unknown', resolution: { kind: 'found', remoteId: 'remote-1', typedByHand } },
    ]);
    const { events } = valueOf(await client.call('log.history', { intentId }));
    expect(events.map(({ kind }) => kind)).toEqual(['prepared', 'sending', 'settled', 'resolved']);
  });

  test('an unknown is issued again only with its order id typed', async ({ skip }) => {
    if (!keychain.available) skip('a live profile needs a keychain');
    const { client } = host;
    const profileId = await silentProfile(client);
    const old = { ...typedCreate(), profileId };
    valueOf(await client.call('issue.create', old));
    await expect.poll(() => outcomeOf(client, old.intentId)).toBe('sending');
    valueOf(await client.call('request.cancel', { intentId: old.intentId }));
    const fresh = typedCreate();
    const { customer } = old.fields;
    const again = { ...fresh, profileId, fields: { ...fresh.fields, customer } };
    const reissue = (confirmation: string) =>
      client.call('issue.create', { ...again, reissue: { of: old.intentId, confirmation } });
    expect(await reissue('something else')).toMatchObject({
      error: { code: 'confirmation_mismatch' },
    });
    const { request } = valueOf(await reissue(old.fields.order_id));
    expect(request.reissueOf).toBe(old.intentId);
    expect(await settledRequest(client, old.intentId)).toMatchObject({
      resolution: { kind: 'reissued', asIntentId: again.intentId },
    });
    await expect.poll(() => outcomeOf(client, again.intentId)).toBe('sending');
    valueOf(await client.call('request.cancel', { intentId: again.intentId }));
  });

  test('says which host it is', async () => {
    const info = valueOf(await host.client.call('app.info', {}));
    expect(info).toMatchObject({ host: { live: true }, dataDir: host.dataDir });
  });

  // Last: from here on the host fetches no events.
  test('opens under its strict policy without a complaint', async () => {
    const complaints: string[] = [];
    host.page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(message.text());
    });
    host.page.on('pageerror', (error) => complaints.push(error.message));
    await host.reload();
    await host.page.getByRole('link', { name: 'Log', exact: true }).click();
    await host.page.getByRole('heading', { name: 'Log' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
