import https from 'node:https';
import tls from 'node:tls';

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { ProxySetting } from '#shared/domain/profile.ts';
import { proxySchema } from '#shared/domain/profile.ts';

import { TEST_CERTIFICATE, TEST_KEY } from '../testing/certificate.ts';
import { closedPort, listen, startTestProvider } from '../testing/provider.ts';
import { type TestProxy, startTestProxy } from '../testing/proxy.ts';
import { exchange } from './client.ts';
import { createConnect } from './connect.ts';
import { type ProxySources, routesTo } from './proxy.ts';

const system: ProxySetting = { mode: 'system' };
const direct: ProxySources = { environment: {}, resolveProxy: async () => 'DIRECT' };

async function routes(address: string, setting: ProxySetting, sources: Partial<ProxySources> = {}) {
  const result = await routesTo(new URL(address), setting, { ...direct, ...sources });
  if (!result.ok) return `refused: ${result.error}`;
  return result.value
    .map((route) =>
      route.via === 'direct'
        ? 'direct'
        : `${route.secure ? 'https' : 'http'}://${route.authorization ?? ''}@${route.host}:${route.port}`,
    )
    .join(', ');
}

describe('the way to a provider', () => {
  it.each([
    [{ HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://@proxy.example:3128'],
    [{ https_proxy: 'proxy.example:3128', HTTPS_PROXY: 'x' }, 'http://@proxy.example:3128'],
    [{ HTTPS_PROXY: 'https://proxy.example' }, 'https://@proxy.example:443'],
    [{ HTTPS_PROXY: 'http://a:p%40@proxy.example:1' }, 'http://Basic YTpwQA==@proxy.example:1'],
    [{ HTTP_PROXY: 'http://proxy.example:3128' }, 'direct'],
    [{ HTTPS_PROXY: '' }, 'direct'],
    [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'pay.example' }, 'direct'],
    [{ HTTPS_PROXY: 'http://proxy.example', no_proxy: 'a.example, .example' }, 'direct'],
    [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: '*' }, 'direct'],
    [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'api.pay.example:443' }, 'direct'],
    [
      { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'api.pay.example:444,ay.example' },
      'http://@proxy.example:80',
    ],
  ])('by the environment %j is %s', async (environment, expected) => {
    expect(await routes('https://api.pay.example/x', system, { environment })).toBe(expected);
  });

  it.each([
    ['DIRECT', 'direct'],
    ['PROXY proxy.example:8080; DIRECT', 'http://@proxy.example:8080, direct'],
    ['HTTPS proxy.example:8443', 'https://@proxy.example:8443'],
    ['PROXY [::1]:8080', 'http://@::1:8080'],
    ['HTTPS [2001:db8::1]', 'https://@2001:db8::1:443'],
    ['proxy proxy.example', 'http://@proxy.example:80'],
    [' PROXY  proxy.example:1 ;; ; DIRECT ; ', 'http://@proxy.example:1, direct'],
    ['SOCKS5 proxy.example:1080; PROXY b.example:1', 'http://@b.example:1'],
    ['QUIC proxy.example:443;BLAH x:1;PROXY b.example:1', 'http://@b.example:1'],
    ['PROXY a.example:70000;PROXY b.example:0;PROXY c.example:65535', 'http://@c.example:65535'],
  ])('by the system’s %j is %s', async (pac, expected) => {
    expect(await routes('https://pay.example', system, { resolveProxy: async () => pac })).toBe(
      expected,
    );
  });

  it('is never around a proxy that cannot be used', async () => {
    const unusable = ['SOCKS', 'SOCKS4', 'SOCKS5', 'QUIC', 'BLAH'].map((kind) => `${kind} p:1080`);
    for (const pac of [...unusable, unusable.join(';'), 'PROXY', 'PROXY p:70000', '', ' ; ']) {
      const sources = { resolveProxy: async () => pac };
      expect(await routes('https://pay.example', system, sources)).toMatch(/^refused/u);
    }
    const environment = { HTTPS_PROXY: 'socks5://proxy.example:1080' };
    expect(await routes('https://pay.example', system, { environment })).toMatch(/^refused/u);
    const broken = { resolveProxy: () => Promise.reject(new Error('no script')) };
    expect(await routes('https://pay.example', system, broken)).toMatch(/^refused/u);
  });

  it('is refused where the system does not say in time which it is', async () => {
    vi.useFakeTimers();
    try {
      const never = { resolveProxy: () => new Promise<string>(() => {}) };
      const refused = routes('https://pay.example', system, never);
      await vi.advanceTimersByTimeAsync(5000);
      expect(await refused).toMatch(/^refused: .*within 5 s/u);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is the profile’s own where it names one, or none', async () => {
    const environment = { HTTPS_PROXY: 'http://env.example:1' };
    const manual: ProxySetting = { mode: 'manual', url: 'http://own.example:2' };
    expect(await routes('https://pay.example', manual, { environment })).toBe(
      'http://@own.example:2',
    );
    expect(await routes('https://pay.example', { mode: 'none' }, { environment })).toBe('direct');
  });

  it.each(['http://127.0.0.1:8787', 'http://127.1', 'http://localhost', 'https://[::1]:8443'])(
    'to %s is direct whatever anybody says',
    async (address) => {
      const manual: ProxySetting = { mode: 'manual', url: 'http://own.example:2' };
      expect(await routes(address, manual)).toBe('direct');
      const environment = { HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://p:1' };
      expect(await routes(address, system, { environment })).toBe('direct');
    },
  );

  it('cannot be set with a password in it, nor to anything but a proxy', () => {
    const isAllowed = (url: string) => proxySchema.safeParse({ mode: 'manual', url }).success;
    expect(isAllowed('http://proxy.example:3128')).toBe(true);
    for (const url of ['http://a:b@proxy.example', 'socks5://p:1', 'http://p:1/x', 'p:1', '']) {
      expect(isAllowed(url)).toBe(false);
    }
  });
});

describe('through a proxy', () => {
  const trusted = tls.getCACertificates('default');
  const closers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    tls.setDefaultCACertificates(trusted);
    for (const close of closers.splice(0)) await close();
  });

  async function proxy(...args: Parameters<typeof startTestProxy>): Promise<TestProxy> {
    const started = await startTestProxy(...args);
    closers.push(started.close);
    return started;
  }

  const connectBy = (address: string, url: string, timeoutMs = 2000) =>
    createConnect(direct)(new URL(address), {
      timeoutMs,
      signal: new AbortController().signal,
      proxy: { mode: 'manual', url },
    });

  it('TLS is with the provider and not with the proxy, which sees only its name', async () => {
    tls.setDefaultCACertificates([...trusted, TEST_CERTIFICATE]);
    const server = https.createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_, response) => {
      response.end('{}');
    });
    const port = await listen(server);
    closers.push(() => void server.close());
    const { port: proxyPort, asked } = await proxy(200, port);
    // The certificate is for localhost, to which the desk would go directly: so the name is wrong, and must be noticed.
    const wrongName = await connectBy('https://pay.example', `http://127.0.0.1:${proxyPort}`);
    expect(wrongName).toMatchObject({ ok: false, error: { code: 'tls_failed' } });
    expect(asked().map(({ authority }) => authority)).toEqual(['pay.example:443']);
    expect(asked()[0]?.headers).toEqual(['Host', 'pay.example:443', 'Connection', 'keep-alive']);
  });

  it('the request goes through the tunnel and in no other form', async () => {
    const provider = await startTestProvider((_, response) => response.end('{"a":1}'));
    closers.push(provider.close);
    const { port, asked } = await proxy(200, Number(new URL(provider.baseUrl).port));
    const url = new URL('http://pay.example/x');
    const connected = await connectBy(url.href, `http://127.0.0.1:${port}`);
    if (!connected.ok) throw new Error(connected.error.detail);
    expect(connected.value.remoteAddress).toBe(
      `pay.example:80 through the proxy 127.0.0.1:${port}`,
    );
    const headers = [['Host', url.host]] as const;
    const outcome = await exchange(
      connected.value.socket,
      { method: 'POST', url, headers, body: '' },
      { deadlineMs: 60_000, signal: new AbortController().signal },
    );
    expect(outcome).toMatchObject({ kind: 'answered', answer: { body: '{"a":1}' } });
    expect(asked().map(({ authority }) => authority)).toEqual(['pay.example:80']);
    expect(provider.posts().map((call) => call.url)).toEqual(['/x']);
  });

  it('credentials of the environment reach the proxy', async () => {
    const { port, asked } = await proxy(407);
    const environment = { HTTPS_PROXY: `http://user:pass@127.0.0.1:${port}` };
    const connected = await createConnect({ ...direct, environment })(
      new URL('https://pay.example'),
      { timeoutMs: 60_000, signal: new AbortController().signal, proxy: system },
    );
    expect(connected).toMatchObject({ error: { code: 'proxy_failed' } });
    expect(JSON.stringify(connected)).not.toContain('pass');
    expect(asked()[0]?.headers).toContain('Basic dXNlcjpwYXNz');
  });

  it.each([403, 407, 502, 'silence', 'close'] as const)(
    'that answers %s nothing is sent',
    async (answer) => {
      const { port } = await proxy(answer);
      const connected = await connectBy('https://pay.example', `http://127.0.0.1:${port}`, 300);
      expect(connected).toMatchObject({ ok: false, error: { code: 'proxy_failed' } });
    },
  );

  it('that is not there nothing is sent', async () => {
    const connected = await connectBy(
      'https://pay.example',
      `http://127.0.0.1:${await closedPort()}`,
    );
    expect(connected).toMatchObject({ ok: false, error: { code: 'proxy_failed' } });
  });

  it('the next one is tried where the first is not there, but not where it refuses', async () => {
    const { port } = await proxy(403);
    const provider = await startTestProvider((_, response) => response.end());
    closers.push(provider.close);
    const good = await proxy(200, Number(new URL(provider.baseUrl).port));
    const via = (pac: string) =>
      createConnect({ environment: {}, resolveProxy: async () => pac })(
        new URL('http://pay.example'),
        { timeoutMs: 60_000, signal: new AbortController().signal, proxy: system },
      );
    const gone = await closedPort();
    const second = await via(`PROXY 127.0.0.1:${gone}; PROXY 127.0.0.1:${good.port}`);
    expect(second.ok).toBe(true);
    const refused = await via(`PROXY 127.0.0.1:${port}; PROXY 127.0.0.1:${good.port}`);
    expect(refused).toMatchObject({ error: { code: 'proxy_failed' } });
  });

  it('whose settings cannot be found out in time nothing is sent', async () => {
    const connect = createConnect({ environment: {}, resolveProxy: () => new Promise(() => {}) });
    const connected = await connect(new URL('https://pay.example'), {
      timeoutMs: 100,
      signal: new AbortController().signal,
      proxy: system,
    });
    expect(connected).toMatchObject({ error: { code: 'proxy_failed' } });
  });
});
