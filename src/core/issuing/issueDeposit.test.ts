import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { Profile } from '#shared/domain/profile.ts';
import { err } from '#shared/domain/result.ts';

import { addUnpack } from '../log/store/packing.ts';
import type { Vault } from '../ports.ts';
import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { type TestDesk, openTestDesk } from '../testing/issuing.ts';
import {
  type Answer,
  type ReceivedCall,
  closedPort,
  startRawServer,
  startTestProvider,
} from '../testing/provider.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

const SECRET = 'a-very-secret-key';
const fieldsSchema = z.record(z.string(), z.unknown());

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function closing<T extends { readonly close: () => Promise<void> }>(opened: T): T {
  closers.push(opened.close);
  return opened;
}

const provider = async (onPost: Answer, onGet?: Answer) =>
  closing(await startTestProvider(onPost, onGet));

const accept: Answer = (call, response) => {
  response.end(JSON.stringify(createRecordOf(fieldsSchema.parse(JSON.parse(call.body)))));
};

async function desk(profile: Profile, options: Parameters<typeof openTestDesk>[0] = {}) {
  const opened = closing(await openTestDesk(options));
  await opened.secrets.write(profile, { kind: 'signing' }, SECRET, 'stored');
  return opened;
}

/** Issues one request and waits for its outcome. */
async function issued(opened: TestDesk, profile: Profile, name = 'A-1') {
  const result = await opened.issue({
    intentId: intent(name),
    profile,
    operator: OPERATOR,
    draft: createDraftOf({ order_id: name }),
    reissue: null,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.settled;
}

describe('a request that is answered', () => {
  it('goes through W1, W2 and W3, and the screen hears of each', async () => {
    const server = await provider(accept);
    const profile = profileOf({ baseUrl: `${server.baseUrl}/some/path/` });
    const opened = await desk(profile);
    const request = await issued(opened, profile);
    expect(request).toMatchObject({ outcome: 'accepted', operator: OPERATOR });
    expect(opened.told()).toEqual(['prepared', 'sending', 'accepted']);
    expect(await opened.log.find(intent('A-1'))).toEqual(request);
    expect(server.posts().map((call) => call.url)).toEqual([
      '/some/path/api/v1/requests/deposit/create',
    ]);
  });

  it('replies once W1 is durable, before the provider has answered', async () => {
    let release: () => void = () => undefined;
    const server = await provider((call, response) => {
      release = () => accept(call, response);
    });
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    const draft = createDraftOf();
    const result = await opened.issue({
      intentId: intent('x'),
      profile,
      operator: OPERATOR,
      draft,
      reissue: null,
    });
    expect(result).toMatchObject({ ok: true, value: { request: { outcome: 'prepared' } } });
    expect(await opened.log.find(intent('x'))).not.toBeNull();
    await expect.poll(() => server.posts().length).toBe(1);
    release();
    expect(result.ok && (await result.value.settled).outcome).toBe('accepted');
  });

  it('has its exact bytes in the log before any of them arrives, and nothing secret among them', async () => {
    const seen: { call: ReceivedCall; logged: unknown }[] = [];
    let file = '';
    const server = await provider((call, response) => {
      const db = new Database(file, { readonly: true });
      addUnpack(db);
      const logged = db
        .prepare("SELECT unpack(body) FROM event WHERE kind = 'sending'")
        .pluck()
        .get();
      db.close();
      seen.push({ call, logged });
      accept(call, response);
    });
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    file = join(opened.dataDir, 'log.sqlite');
    await issued(opened, profile);

    const [first] = seen;
    const { sent } = z
      .object({
        sent: z.object({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.string() }),
      })
      .parse(JSON.parse(String(first?.logged)));
    expect(sent.headers.flat()).toEqual(first?.call.rawHeaders);
    expect(sent.body).toBe(first?.call.body);
    expect(sent.headers.map(([name]) => name)).toContain('X-Signature');
    expect(JSON.stringify(first)).not.toContain(SECRET);
  });

  it.each([
    [401, 'rejected', 'refused_by_provider'],
    [429, 'rejected', 'rate_limited'],
    [302, 'unknown', 'redirect'],
    [307, 'unknown', 'redirect'],
    [409, 'unknown', 'order_exists'],
    [500, 'unknown', 'unexpected_status'],
  ])('with %i is %s %s', async (status, outcome, code) => {
    const server = await provider((_, response) => {
      response.writeHead(status, { location: '/elsewhere' }).end('{"message":"words"}');
    });
    const profile = profileOf({ baseUrl: server.baseUrl });
    const request = await issued(await desk(profile), profile);
    expect(request).toMatchObject({ outcome, reason: { code, httpStatus: status } });
    expect(server.posts()).toHaveLength(1);
  });

  it('re-reads the limits after a 4xx', async () => {
    const server = await provider((_, response) => response.writeHead(422).end());
    const profile = profileOf({ baseUrl: server.baseUrl });
    await issued(await desk(profile), profile);
    // Once before sending, once after the refusal.
    await expect.poll(() => server.gets().length).toBe(2);
  });
});

/** W2 is written once there is a connection: a desk that is killed while it connects has sent nothing, and knows it. */
async function expectNeverLeft(opened: TestDesk, profile: Profile, code: string): Promise<void> {
  const request = await issued(opened, profile);
  expect(request).toMatchObject({ outcome: 'not_sent', reason: { code } });
  const history = await opened.log.history(intent('A-1'));
  expect(history?.events.map(({ kind }) => kind)).toEqual(['prepared', 'settled']);
}

describe('a request that provably never left', () => {
  it('is not_sent when nobody listens', async () => {
    const profile = profileOf({ baseUrl: `http://127.0.0.1:${await closedPort()}` });
    await expectNeverLeft(await desk(profile), profile, 'connection_failed');
  });

  it('is not_sent when the name does not resolve', async () => {
    const profile = profileOf({ baseUrl: 'https://nowhere.invalid' });
    await expectNeverLeft(await desk(profile), profile, 'name_not_resolved');
  });

  it('is not_sent when the other side does not speak TLS', async () => {
    const server = closing(
      await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n')),
    );
    const profile = profileOf({ baseUrl: server.baseUrl.replace('http:', 'https:') });
    await expectNeverLeft(await desk(profile), profile, 'tls_failed');
    expect(server.received()).not.toContain('deposit');
  });

  it('is not_sent when TLS hangs', async () => {
    const server = closing(await startRawServer(() => undefined));
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    const profile = profileOf({ baseUrl, connectDeadlineMs: 1000 });
    await expectNeverLeft(await desk(profile, { limitsTimeoutMs: 100 }), profile, 'tls_failed');
  });

  it.each([
    ['locked', 'vault_unavailable'],
    ['denied', 'vault_unavailable'],
    ['timed_out', 'vault_unavailable'],
  ] as const)('is not_sent when the vault says %s', async (fault, code) => {
    const server = await provider(accept);
    const profile = profileOf({ baseUrl: server.baseUrl });
    const keychain: Vault = {
      ...createMemoryVault(),
      read: async () => err(fault),
      write: async () => err(fault),
    };
    const request = await issued(await desk(profile, { keychain }), profile);
    expect(request).toMatchObject({ outcome: 'not_sent', reason: { code, detail: fault } });
    expect(server.posts()).toHaveLength(0);
  });

  it('is not_sent when the secret was given for another address', async () => {
    const server = await provider(accept);
    const opened = await desk(profileOf({ baseUrl: 'https://provider.example' }));
    const request = await issued(opened, profileOf({ baseUrl: server.baseUrl }));
    expect(request).toMatchObject({ outcome: 'not_sent', reason: { code: 'secret_missing' } });
    expect(server.posts()).toHaveLength(0);
  });

  it('is not_sent when W2 cannot be written', async () => {
    const server = await provider(accept);
    const profile = profileOf({ baseUrl: server.baseUrl });
    const wrapLog = (log: LogPort): LogPort => ({
      ...log,
      markSending: async () => err({ code: 'not_recorded', detail: 'SQLITE_FULL' }),
    });
    const request = await issued(await desk(profile, { wrapLog }), profile);
    expect(request).toMatchObject({ outcome: 'not_sent', reason: { code: 'not_recorded' } });
    expect(server.posts()).toHaveLength(0);
  });

  it('is not even recorded when W1 cannot be written', async () => {
    const server = await provider(accept);
    const profile = profileOf({ baseUrl: server.baseUrl });
    // As the log answers after it has waited for another program that holds its file.
    const wrapLog = (log: LogPort): LogPort => ({
      ...log,
      prepare: async () => err({ code: 'not_recorded', detail: 'SQLITE_BUSY' }),
    });
    const opened = await desk(profile, { wrapLog });
    const draft = createDraftOf();
    const result = await opened.issue({
      intentId: intent('x'),
      profile,
      operator: OPERATOR,
      draft,
      reissue: null,
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'not_recorded' } });
    expect(server.posts()).toHaveLength(0);
  });

  it('is refused on a live profile where the host does not allow it', async () => {
    const server = await provider(accept);
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile, { isLiveAllowed: false });
    const draft = createDraftOf();
    const result = await opened.issue({
      intentId: intent('x'),
      profile,
      operator: OPERATOR,
      draft,
      reissue: null,
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'live_not_allowed' } });
    expect([...server.posts(), ...server.gets()]).toEqual([]);
  });

  it('is refused beside its fields, with nothing sent and nothing recorded', async () => {
    const server = await provider(accept, (_, response) => {
      response.end('[{"currency":"RUB","payment_type":"any_bank","min":1000,"max":2000}]');
    });
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    const draft = createDraftOf({ customer: '', callback_url: 'nonsense' });
    const result = await opened.issue({
      intentId: intent('x'),
      profile,
      operator: OPERATOR,
      draft,
      reissue: null,
    });
    expect(result).toEqual({
      ok: false,
      error: {
        code: 'invalid_fields',
        faults: [
          { field: 'cents', code: 'above_maximum', force: 'refuse', limit: 2000 },
          { field: 'customer', code: 'required', force: 'refuse', limit: null },
          { field: 'callback_url', code: 'malformed_url', force: 'refuse', limit: null },
        ],
      },
    });
    expect(server.posts()).toHaveLength(0);
    expect(await opened.log.find(intent('x'))).toBeNull();
  });
});

describe('a request whose answer is lost', () => {
  const raw = async (onBytes: Parameters<typeof startRawServer>[0]) =>
    closing(await startRawServer(onBytes));

  /** The limits are asked first, on a connection of their own; only the POST gets the fault. */
  async function lostAfter(answer: string | null, options = {}) {
    const server = await raw((socket) => {
      if (answer === null) socket.resetAndDestroy();
      else socket.end(answer);
    });
    const profile = profileOf({ baseUrl: server.baseUrl });
    return { server, request: await issued(await desk(profile, options), profile) };
  }

  it('is unknown when the connection is reset after the bytes', async () => {
    const { server, request } = await lostAfter(null);
    expect(request).toMatchObject({ outcome: 'unknown', reason: { code: 'connection_lost' } });
    expect(server.received().match(/POST /gu)).toHaveLength(1);
  });

  it.each([
    ['an empty reply', '', 'connection_lost'],
    ['a reply that is not HTTP', 'SSH-2.0-OpenSSH\r\n', 'not_http'],
    ['an endless header', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 'not_http'],
    ['a short body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":', 'connection_lost'],
    [
      'a cut chunked body',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n',
      'connection_lost',
    ],
    ['a body cut at its end', 'HTTP/1.1 200 OK\r\n\r\n{"id":', 'unreadable_answer'],
    ['an interim answer and then nothing', 'HTTP/1.1 100 Continue\r\n\r\n', 'connection_lost'],
    ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', 'unreadable_answer'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'not_http',
    ],
  ])('is unknown after %s', async (_, answer, code) => {
    const { server, request } = await lostAfter(answer);
    expect(request).toMatchObject({ outcome: 'unknown', reason: { code } });
    expect(server.received().match(/POST /gu)).toHaveLength(1);
  });

  it('is unknown after an answer that does not end', async () => {
    const server = await provider((_, response) => {
      response.end('x'.repeat(1024 * 1024 + 1));
    });
    const profile = profileOf({ baseUrl: server.baseUrl });
    const request = await issued(await desk(profile), profile);
    expect(request).toMatchObject({ outcome: 'unknown', reason: { code: 'answer_too_large' } });
  });

  it('is unknown at the hard deadline', async () => {
    const server = await provider(() => undefined);
    const profile = profileOf({ baseUrl: server.baseUrl, answerDeadlineMs: 1000 });
    const opened = await desk(profile);
    const request = await issued(opened, profile);
    expect(request).toMatchObject({ outcome: 'unknown', reason: { code: 'no_answer_in_time' } });
    await expect.poll(() => server.posts()).toHaveLength(1);
  });

  it('is unknown when the desk closes while it waits', async () => {
    const server = await provider(() => undefined);
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    const settled = issued(opened, profile);
    await expect.poll(() => server.posts().length).toBe(1);
    opened.stop();
    expect(await settled).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'interrupted_after_sending' },
    });
  });

  it('says unknown when W3 cannot be written, stops issuing, and writes it as soon as it can', async () => {
    let isDiskFull = true;
    const wrapLog = (log: LogPort): LogPort => ({
      ...log,
      settle: async (...outcome) =>
        isDiskFull ? err({ code: 'not_recorded', detail: 'SQLITE_FULL' }) : log.settle(...outcome),
    });
    const server = await provider(accept);
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile, { wrapLog });
    const request = await issued(opened, profile);
    expect(request).toMatchObject({ outcome: 'unknown', reason: { code: 'answer_not_recorded' } });
    await expect(issued(opened, profile, 'A-2')).rejects.toThrow('not_recorded');
    expect(server.posts()).toHaveLength(1);
    isDiskFull = false;
    expect(await issued(opened, profile, 'A-2')).toMatchObject({ outcome: 'accepted' });
    expect(await opened.log.find(intent('A-1'))).toMatchObject({ outcome: 'accepted' });
  });
});

describe('the same intent', () => {
  it('is sent once, however often and however fast it comes', async () => {
    const server = await provider(accept);
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    const all = await Promise.all([1, 2, 3, 4].map(() => issued(opened, profile)));
    const later = await issued(opened, profile);
    expect(new Set(all.map((request) => request.intentId)).size).toBe(1);
    expect(later.outcome).toBe('accepted');
    expect(server.posts()).toHaveLength(1);
  });

  it('with other content is a conflict', async () => {
    const server = await provider(accept);
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    await issued(opened, profile);
    const draft = createDraftOf({ cents: 1 });
    const again = await opened.issue({
      intentId: intent('A-1'),
      profile,
      operator: OPERATOR,
      draft,
      reissue: null,
    });
    expect(again).toMatchObject({ ok: false, error: { code: 'intent_conflict' } });
    expect(server.posts()).toHaveLength(1);
  });

  it('of an order that has no answer yet is refused under another intent', async () => {
    const server = await provider((_, response) => response.destroy());
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    await issued(opened, profile);
    const draft = createDraftOf();
    const again = await opened.issue({
      intentId: intent('y'),
      profile,
      operator: OPERATOR,
      draft,
      reissue: null,
    });
    expect(again).toMatchObject({ error: { code: 'order_open', openOutcome: 'unknown' } });
    expect(server.posts()).toHaveLength(1);
  });
});
