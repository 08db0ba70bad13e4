import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Refusal, refusalSchema } from '#shared/dialect/schema.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { SettledStage } from '#shared/domain/request.ts';
import { ok } from '#shared/domain/result.ts';
import { pastAnswersSchema } from '#shared/contract/format.ts';

import { createDeskEvents } from '../desk/deskEvents.ts';
import { createJsonFiles } from '../files/jsonFile.ts';
import { createRedactor } from '../journal/redact.ts';
import { createProfiles } from '../profiles/profiles.ts';
import { classify } from '../provider/classify.ts';
import {
  asPage,
  MERCHANT,
  chance,
  createRecordOf,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { openTestLog } from '../testing/log.ts';
import { formatOperations } from './operations.ts';
import type { LogPort } from '../log/openLog.ts';

const refusalOf = (overrides: Partial<Refusal> = {}): Refusal =>
  refusalSchema.parse({
    status: 200,
    path: 'code',
    value: 'NO_REQ',
    meaning: 'no_requisites',
    ...overrides,
  });

const answerOf = (body: unknown, httpStatus = 200): TravelledAnswer => ({
  httpStatus,
  headers: [],
  body: typeof body === 'string' ? body : JSON.stringify(body),
  elapsedMs: 1,
});

const SENT = {
  method: 'POST',
  url: 'https://provider.example/',
  headers: [],
  body: '',
  remoteAddress: '',
  tls: null,
};

afterAll(removeTemporaryDirs);

function desk(log: LogPort) {
  const dataDir = temporaryDir();
  const clock = manualClock();
  const files = createJsonFiles(clock.now(), () => undefined);
  const sandbox = { baseUrl: 'http://127.0.0.1:1', merchant: MERCHANT };
  const profiles = createProfiles({ dataDir, sandbox, files, clock, chance });
  const { id: _, archivedAt: _2, ...setUp } = profileOf();
  const saved = profiles.save(null, setUp);
  if (!saved.ok) throw new Error('the profile was not saved');
  const events = createDeskEvents((error) => {
    throw error;
  });
  const told: string[] = [];
  events.onEvent(({ name }) => told.push(name));
  const operations = asPage(
    formatOperations({
      profiles,
      log,
      events,
      secrets: { read: async () => ok(null) },
      redactor: createRedactor(),
      guard: { byKind: async () => ok(undefined) },
      userAgent: 'test',
      clock,
      chance,
    }),
  );
  return { profile: saved.value, profiles, told, ...operations };
}

describe('teaching', () => {
  let log: LogPort;
  beforeAll(async () => {
    log = await openTestLog(temporaryDir());
  });
  afterAll(() => log.close());

  async function settled(name: string, profileId: string, answer: TravelledAnswer | null) {
    const prepared = preparedOf(name);
    const profile = profileOf({ id: profileId });
    await log.prepare({ ...prepared, profileId: profile.id });
    await log.markSending(intent(name), SENT);
    const stage: SettledStage =
      answer === null
        ? {
            outcome: 'unknown',
            reason: { code: 'connection_lost', httpStatus: null, detail: null },
          }
        : classify({ kind: 'answered', answer, problem: null }, prepared.body, profile.dialect);
    const done = await log.settle(intent(name), stage, answer);
    if (!done.ok) throw new Error(done.error.detail);
  }

  it('shows which past answers of the profile it would have matched, newest first', async () => {
    const { profile, ...operations } = desk(log);
    const accepted = { ...createRecordOf(preparedOf('P-3').body.fields), code: 'NO_REQ' };
    await settled('P-1', profile.id, answerOf({ status: false, code: 'NO_REQ' }));
    await settled('P-2', profile.id, answerOf({ code: 'NO_REQ' }, 500));
    await settled('P-3', profile.id, answerOf(accepted));
    await settled('P-4', profile.id, answerOf('not JSON "NO_REQ"'));
    await settled('P-5', profile.id, null);
    await settled('P-6', 'another', answerOf({ code: 'NO_REQ' }));
    await settled('P-7', profile.id, answerOf({ code: 'NO_REQ' }));

    const past = await operations['format.pastAnswers']({
      profileId: profile.id,
      refusal: refusalOf(),
    });
    expect(past).toMatchObject({
      ok: true,
      value: {
        looked: 5,
        matched: [
          { orderId: 'P-7', intentId: intent('P-7'), outcome: 'unknown' },
          { orderId: 'P-3', outcome: 'accepted' },
          { orderId: 'P-1', outcome: 'unknown' },
        ],
      },
    });
    expect(past.ok && pastAnswersSchema.safeParse(past.value).success).toBe(true);
    const onServerError = await operations['format.pastAnswers']({
      profileId: profile.id,
      refusal: refusalOf({ status: 500 }),
    });
    expect(onServerError).toMatchObject({ value: { matched: [{ orderId: 'P-2' }] } });
  });

  it('adds to the format of the profile, and says that it changed', async () => {
    const { profile, profiles, told, ...operations } = desk(log);
    const profileId = profile.id;
    const first = refusalOf();
    const second = refusalOf({ path: 'errors.0.id', value: 7, status: 500, meaning: 'refused' });
    await operations['format.teach']({ profileId, refusal: first });
    const taught = await operations['format.teach']({ profileId, refusal: second });
    expect(taught).toMatchObject({ ok: true, value: { dialect: { refusals: [first, second] } } });
    expect(profiles.find(profileId)).toEqual(taught);
    expect(told).toEqual(['profile.changed', 'profile.changed']);
  });

  it('replaces what was said of the same answers before', async () => {
    const { profile, ...operations } = desk(log);
    const profileId = profile.id;
    const other = refusalOf({ value: 'OTHER' });
    const again = refusalOf({ meaning: 'customer_blocked', wording: 'В бане' });
    await operations['format.teach']({ profileId, refusal: refusalOf() });
    await operations['format.teach']({ profileId, refusal: other });
    const taught = await operations['format.teach']({ profileId, refusal: again });
    expect(taught).toMatchObject({ value: { dialect: { refusals: [again, other] } } });
  });

  it('is refused for the embedded sandbox and for a profile that is not there', async () => {
    const { profiles, told, ...operations } = desk(log);
    const refusal = refusalOf();
    const fixed = await operations['format.teach']({ profileId: profiles.sandbox.id, refusal });
    expect(fixed).toMatchObject({ ok: false, error: { code: 'profile_fixed' } });
    const { id: missing } = profileOf({ id: 'missing' });
    for (const name of ['format.teach', 'format.pastAnswers'] as const) {
      const refused = await operations[name]({ profileId: missing, refusal });
      expect(refused).toMatchObject({ ok: false, error: { code: 'profile_not_found' } });
    }
    expect(told).toEqual([]);
  });

  it('refuses a mark that accepted answers carry', async () => {
    const { profile, profiles, told, ...operations } = desk(log);
    const profileId = profile.id;
    const accepted = { ...createRecordOf(preparedOf('Q-1').body.fields), code: 'OK' };
    await settled('Q-1', profileId, answerOf(accepted));
    for (const mark of [
      { path: 'code', value: 'OK' },
      { path: 'data.state', value: 'created' },
      { path: 'state', value: 'builded' },
      { path: 'kind', value: 'deposit' },
      { path: 'merchant', value: MERCHANT.toUpperCase() },
    ]) {
      const refused = await operations['format.teach']({ profileId, refusal: refusalOf(mark) });
      expect(refused, mark.path).toMatchObject({ error: { code: 'mark_of_accepted' } });
    }
    expect(profiles.find(profileId)).toMatchObject({ value: { dialect: { refusals: [] } } });
    expect(told).toEqual([]);
    const onServerError = refusalOf({ path: 'code', value: 'OK', status: 500 });
    expect(await operations['format.teach']({ profileId, refusal: onServerError })).toMatchObject({
      ok: true,
    });
  });

  it('ends at a hundred refusals', async () => {
    const { profile, profiles, ...operations } = desk(log);
    const refusals = Array.from({ length: 100 }, (_, value) => refusalOf({ value }));
    profiles.saveDialect(profile.id, { ...profile.dialect, refusals });
    const refused = await operations['format.teach']({
      profileId: profile.id,
      refusal: refusalOf(),
    });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });
});
