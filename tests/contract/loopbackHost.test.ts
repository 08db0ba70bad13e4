import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { searchOf } from '../../src/core/testing/searching.ts';
import { DEFAULT_DIALECT } from '../../src/shared/dialect/presets.ts';
import { matchCountSchema } from '../../src/shared/domain/logSearch.ts';
import { profileSchema } from '../../src/shared/domain/profile.ts';
import { createInput } from '../support/builders.ts';
import { readLedger } from '../support/ledger.ts';
import {
  CLEAN_EXIT,
  type LoopbackProcess,
  startLoopbackProcess,
} from './support/launchLoopback.ts';

const LIVE_PROFILE = 'live-merchant';

let host: LoopbackProcess;
let dataDir = '';
let origin = '';
let bearer = '';

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'loopback-host-'));
  setUpLiveMerchant();
  host = await startLoopbackProcess({ dataDir, flags: [] });
  ({ origin } = new URL(host.oneTimeUrl));
  const opened = await ask('/api/session', ownHeaders(), { code: codeOf(host.oneTimeUrl) });
  bearer = z.object({ token: z.string() }).parse(JSON.parse(opened.body)).token;
});

afterAll(async () => {
  expect(await host.stop()).toBe(CLEAN_EXIT);
  rmSync(dataDir, { recursive: true });
});

/** Whole, but its provider is nowhere. */
function setUpLiveMerchant(): void {
  const profile = profileSchema.parse({
    id: LIVE_PROFILE,
    name: 'Live',
    mode: 'live',
    baseUrl: 'https://provider.example',
    merchant: '66666666-5555-4444-8333-222222222222',
    dialect: DEFAULT_DIALECT,
    archivedAt: null,
    proxy: { mode: 'none' },
  });
  const file = path.join(dataDir, 'profiles.json');
  writeFileSync(file, JSON.stringify({ version: 1, profiles: [profile] }));
}

function codeOf(url: string): string {
  return new URL(url).hash.slice('#code='.length);
}

function ownHeaders(token?: string): Readonly<Record<string, string>> {
  return {
    origin,
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

type Asked = { readonly status: number; readonly body: string };

/** node:http, because fetch does not let a test lie about Host. */
function ask(
  pathname: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${pathname}`, { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}

async function issuedSoFar(): Promise<number> {
  const asked = await ask('/api/op/log.search', ownHeaders(bearer), searchOf());
  const reply = z
    .object({ value: z.object({ matches: matchCountSchema }) })
    .parse(JSON.parse(asked.body));
  return reply.value.matches.count;
}

describe('an operation', () => {
  test.each([
    ['without a bearer', () => ownHeaders(), 401],
    ['with a wrong bearer', () => ownHeaders('a'.repeat(43)), 401],
    ['with the code as bearer', () => ownHeaders(codeOf(host.oneTimeUrl)), 401],
    ['under another name of this machine', () => own({ host: `localhost:${port()}` }), 403],
    ['under a rebound name', () => own({ host: `evil.example:${port()}` }), 403],
    ['from another site', () => own({ origin: 'https://evil.example' }), 403],
    ['from another port', () => own({ origin: 'http://127.0.0.1:1' }), 403],
    ['from an opaque origin', () => own({ origin: 'null' }), 403],
    [
      'from a page the browser calls cross-site',
      () => own({ 'sec-fetch-site': 'cross-site' }),
      403,
    ],
    ['as a plain-text post', () => own({ 'content-type': 'text/plain' }), 415],
  ])('%s does not run', async (_how, headers, status) => {
    const asked = await ask('/api/op/issue.create', headers(), createInput());
    expect(asked.status).toBe(status);
    expect(JSON.parse(asked.body)).toMatchObject({ ok: false });
    expect(await issuedSoFar()).toBe(0);
    expect(readLedger(dataDir).arrivals).toBe(0);
  });

  test('runs with the bearer, so that the refusals above mean something', async () => {
    const asked = await ask('/api/op/app.info', ownHeaders(bearer), {});
    expect(asked.status).toBe(200);
    expect(JSON.parse(asked.body)).toMatchObject({
      ok: true,
      value: { host: { kind: 'loopback', live: false } },
    });
  });
});

test('nothing live is issued by a host that was not started with --live', async () => {
  const input = { ...createInput(), profileId: LIVE_PROFILE };
  const asked = await ask('/api/op/issue.create', ownHeaders(bearer), input);
  expect(JSON.parse(asked.body)).toMatchObject({
    ok: false,
    error: { code: 'live_not_allowed' },
  });
  expect(await issuedSoFar()).toBe(0);
});

function own(changed: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...ownHeaders(bearer), ...changed };
}

function port(): string {
  return new URL(origin).port;
}

test('a spent code opens nothing', async () => {
  const asked = await ask('/api/session', ownHeaders(), { code: codeOf(host.oneTimeUrl) });
  expect(asked.status).toBe(401);
});

test('no answer allows another site to read it, and none sets a cookie', async () => {
  const answers = await Promise.all([
    fetch(`${origin}/`),
    fetch(`${origin}/api/op/app.info`, { method: 'OPTIONS', headers: { origin } }),
    fetch(`${origin}/api/op/app.info`, { method: 'OPTIONS' }),
    fetch(`${origin}/api/prove`, { method: 'POST', headers: ownHeaders(), body: '{}' }),
    fetch(`${origin}/api/op/app.info`, { method: 'POST', headers: ownHeaders(bearer), body: '{}' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 403, 400, 200]);
  for (const { headers } of answers) {
    const names = [...headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(names).not.toContain('set-cookie');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('nothing but this machine can reach it', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  const reached = await Promise.all(outside.map(({ address }) => canConnect(address)));
  expect(reached).not.toContain(true);
  expect(await canConnect('127.0.0.1')).toBe(true);
});

function canConnect(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: Number(port()), timeout: 30_000 });
    const settle = (isConnected: boolean) => () => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.on('connect', settle(true)).on('error', settle(false)).on('timeout', settle(false));
  });
}
