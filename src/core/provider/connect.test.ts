import https from 'node:https';
import process from 'node:process';
import tls from 'node:tls';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { TEST_CERTIFICATE, TEST_KEY } from '../testing/certificate.ts';
import { closedPort, listen, startRawServer } from '../testing/provider.ts';
import { exchange } from './client.ts';
import { type Connect, createConnect } from './connect.ts';

const options = () => ({
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  proxy: { mode: 'none' } as const,
});
const sources = { environment: {}, resolveProxy: async () => 'DIRECT' };
const codeOf = async (result: ReturnType<Connect>) => {
  const { ok, ...rest } = await result;
  return ok ? 'connected' : 'error' in rest && rest.error.code;
};

describe('connecting by TLS', () => {
  const trusted = tls.getCACertificates('default');
  let server: https.Server;
  let port = 0;
  let arrived = 0;

  beforeEach(async () => {
    arrived = 0;
    server = https.createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_, response) => {
      arrived += 1;
      response.end('{}');
    });
    port = await listen(server);
  });
  afterEach(() => {
    tls.setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  });

  it('reaches a host whose certificate is trusted, and sends nothing by itself', async () => {
    tls.setDefaultCACertificates([...trusted, TEST_CERTIFICATE]);
    const url = new URL(`https://localhost:${port}/x`);
    const connected = await createConnect(sources)(url, options());
    if (!connected.ok) throw new Error(connected.error.detail);
    expect(connected.value.tls).toBe('TLSv1.3');
    expect(connected.value.remoteAddress).toBe(`127.0.0.1:${port}`);
    expect(connected.value.certificate).toEqual({
      subject: 'CN=Deposit Desk test',
      issuer: 'CN=Deposit Desk test',
      validUntil: new Date('2120-01-01T00:00:00Z'),
    });
    expect(arrived).toBe(0);
    const headers = [['Host', url.host]] as const;
    const outcome = await exchange(
      connected.value.socket,
      { method: 'GET', url, headers, body: '' },
      { deadlineMs: 60_000, signal: options().signal },
    );
    expect(outcome).toMatchObject({ kind: 'answered', answer: { httpStatus: 200, body: '{}' } });
  });

  it('refuses a certificate that nobody vouches for', async () => {
    const url = new URL(`https://localhost:${port}`);
    expect(await codeOf(createConnect(sources)(url, options()))).toBe('tls_failed');
    expect(arrived).toBe(0);
  });

  it('refuses a certificate of another host', async () => {
    tls.setDefaultCACertificates([...trusted, TEST_CERTIFICATE]);
    const url = new URL(`https://127.0.0.1:${port}`);
    expect(await codeOf(createConnect(sources)(url, options()))).toBe('tls_failed');
  });

  it('is not opened by the environment', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const url = new URL(`https://localhost:${port}`);
    const code = await codeOf(createConnect(sources)(url, options()));
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    expect(code).toBe('tls_failed');
  });
});

describe('connecting', () => {
  it('gives a refused, an unknown and an interrupted one their own names', async () => {
    const connect = createConnect(sources);
    const refused = new URL(`http://127.0.0.1:${await closedPort()}`);
    expect(await codeOf(connect(refused, options()))).toBe('connection_failed');
    const nowhere = new URL('http://nowhere.invalid');
    expect(await codeOf(connect(nowhere, options()))).toBe('name_not_resolved');
    const stopped = { ...options(), signal: AbortSignal.abort() };
    expect(await codeOf(connect(refused, stopped))).toBe('interrupted_before_sending');
  });

  it('writes not one byte', async () => {
    const server = await startRawServer(() => undefined);
    const connected = await createConnect(sources)(new URL(server.baseUrl), options());
    expect(connected.ok).toBe(true);
    await expect.poll(() => server.connections()).toBe(1);
    expect(server.received()).toBe('');
    if (connected.ok) connected.value.socket.destroy();
    await server.close();
  });
});
