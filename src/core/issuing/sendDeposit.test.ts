import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';
import { type Dialect, dialectSchema } from '#shared/dialect/schema.ts';
import { failure } from '#shared/domain/failure.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { err, ok } from '#shared/domain/result.ts';

import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { type TestDesk, openTestDesk } from '../testing/issuing.ts';
import { type Answer, startTestProvider } from '../testing/provider.ts';

afterAll(removeTemporaryDirs);

const SECRET = 'a-very-secret-key';
const signing = { kind: 'signing' } as const;
const apiKey = { kind: 'header', name: 'X-Api-Key' } as const;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const fieldsIn = (body: string): Readonly<Record<string, unknown>> => {
  const fields = Object.fromEntries(new URLSearchParams(body));
  return { ...fields, cents: Number(fields['cents']) };
};
const acceptForm: Answer = (call, response) => {
  response.end(JSON.stringify({ data: createRecordOf(fieldsIn(call.body)) }));
};

/** A desk and a provider that speaks this format. */
async function speaking(overrides: Partial<Dialect>, answer: Answer = acceptForm) {
  const server = await startTestProvider(answer);
  const dialect = dialectSchema.parse({ ...DEFAULT_DIALECT, ...overrides });
  const profile = profileOf({ baseUrl: server.baseUrl, dialect });
  const desk = await openTestDesk();
  closers.push(server.close, desk.close);
  return { server, profile, desk };
}

async function issued(desk: TestDesk, profile: Profile, name = 'A-1') {
  const draft = createDraftOf({ order_id: name });
  const command = { intentId: intent(name), profile, operator: OPERATOR, draft, reissue: null };
  const result = await desk.issue(command);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.settled;
}

it('never lets a secret that the provider echoes into the log or to the screen', async () => {
  const { profile, desk } = await speaking({}, (_, response) => {
    response.writeHead(400).end(JSON.stringify({ message: `bad key ${SECRET}` }));
  });
  await desk.secrets.write(profile, signing, SECRET, 'stored');
  await issued(desk, profile);
  const history = await desk.log.history(intent('A-1'));
  expect(JSON.stringify([desk.events, history])).not.toContain(SECRET);
  expect(JSON.stringify(history)).toContain('bad key ••••••');
});

it('is not issued where the profile was archived while its limits were read', async () => {
  const server = await startTestProvider(acceptForm);
  const profile = profileOf({ baseUrl: server.baseUrl });
  const desk = await openTestDesk({
    findInUse: () => (server.gets().length === 0 ? ok(null) : err(failure('profile_archived'))),
  });
  closers.push(server.close, desk.close);
  await desk.secrets.write(profile, signing, SECRET, 'stored');
  await expect(issued(desk, profile)).rejects.toThrow('profile_archived');
  expect(await desk.log.find(intent('A-1'))).toBeNull();
  expect(server.posts()).toEqual([]);
});

describe('a request in another format', () => {
  it('is form-encoded, signed in its body, and found in its envelope', async () => {
    const { server, profile, desk } = await speaking(PRESETS['md5-form']);
    await desk.secrets.write(profile, signing, SECRET, 'stored');
    expect(await issued(desk, profile)).toMatchObject({ outcome: 'accepted' });
    const [call] = server.posts();
    expect(call?.body).toMatch(/^cents=150000&currency=RUB&.*&sign=[0-9a-f]{32}$/u);
  });

  it('never lets a secret header into the log or to the screen', async () => {
    const { server, profile, desk } = await speaking({
      ...PRESETS['md5-form'],
      companionHeaders: [{ kind: 'secret', name: 'X-Api-Key', prefix: 'Key ' }],
    });
    await desk.secrets.write(profile, signing, SECRET, 'stored');
    await desk.secrets.write(profile, apiKey, 'zq7', 'stored');
    expect(await issued(desk, profile)).toMatchObject({ outcome: 'accepted' });
    expect(server.posts()[0]?.rawHeaders).toContain('Key zq7');
    const told = JSON.stringify([desk.events, await desk.log.history(intent('A-1'))]);
    expect(told).toContain('Key ••••••');
    expect(told).not.toContain('zq7');
    expect(told).not.toContain(SECRET);
  });

  it('is not_sent with a secret that is no key of that format', async () => {
    const { server, profile, desk } = await speaking(PRESETS['rsa-header']);
    await desk.secrets.write(profile, signing, SECRET, 'stored');
    expect(await issued(desk, profile)).toMatchObject({
      outcome: 'not_sent',
      reason: { code: 'secret_unusable' },
    });
    expect(server.posts()).toHaveLength(0);
  });

  it('is not_sent without the secret of a header', async () => {
    const { server, profile, desk } = await speaking({
      companionHeaders: [{ kind: 'secret', name: 'X-Api-Key', prefix: '' }],
    });
    await desk.secrets.write(profile, signing, SECRET, 'stored');
    expect(await issued(desk, profile)).toMatchObject({
      outcome: 'not_sent',
      reason: { code: 'secret_missing' },
    });
    expect(server.posts()).toHaveLength(0);
  });

  it('is rejected by a taught refusal, in the words of whoever taught it', async () => {
    const wording = 'Нет реквизитов';
    const refusal = { status: 200, path: 'code', value: 'NO_REQ', wording } as const;
    const { profile, desk } = await speaking(
      { refusals: [{ ...refusal, meaning: 'no_requisites' }] },
      (_, response) => response.end('{"status":false,"code":"NO_REQ"}'),
    );
    await desk.secrets.write(profile, signing, SECRET, 'stored');
    const request = await issued(desk, profile);
    const reason = { code: 'no_requisites', wording };
    expect(request).toMatchObject({ outcome: 'rejected', reason });
    expect(await desk.log.find(intent('A-1'))).toMatchObject({ reason });
  });
});

describe('the secret before the last one', () => {
  const olderIsKept = async (desk: TestDesk, profile: Profile): Promise<boolean> => {
    const states = await desk.secrets.states(profile);
    if (!states.ok) throw new Error(states.error);
    return states.value.some(({ replacedAt }) => replacedAt !== null);
  };

  it('is kept through a refusal and dropped once the new one was accepted', async () => {
    let isRefusing = true;
    const { profile, desk } = await speaking(PRESETS['md5-form'], (call, response) => {
      if (isRefusing) response.writeHead(401).end('{}');
      else acceptForm(call, response);
    });
    await desk.secrets.write(profile, signing, 'the-secret-of-before', 'stored');
    await desk.secrets.write(profile, signing, SECRET, 'stored');
    expect(await issued(desk, profile, 'A-1')).toMatchObject({ outcome: 'rejected' });
    expect(await olderIsKept(desk, profile)).toBe(true);
    isRefusing = false;
    expect(await issued(desk, profile, 'A-2')).toMatchObject({ outcome: 'accepted' });
    expect(await olderIsKept(desk, profile)).toBe(false);
  });
});
