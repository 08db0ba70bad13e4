import { join } from 'node:path';
import tls from 'node:tls';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type FaultySandbox,
  startFaultySandbox,
} from '../../../../tests/provider/faults/faultySandbox.ts';

import { MERCHANT, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { SECRET, at, check } from '../../testing/checking.ts';
import { closedPort } from '../../testing/provider.ts';

const DAY_MS = 86_400_000;

afterAll(removeTemporaryDirs);

describe('a check over TLS, against the sandbox', () => {
  const trusted = tls.getCACertificates('default');
  let sandbox: FaultySandbox;

  beforeAll(async () => {
    sandbox = await startFaultySandbox({
      port: 0,
      ledgerFile: join(temporaryDir(), 'ledger.jsonl'),
      merchants: [{ merchant: MERCHANT, secret: SECRET }],
      adminToken: 'admin-token-of-tests',
    });
    tls.setDefaultCACertificates([...trusted, sandbox.faultPorts.caPem]);
  });
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted);
    await sandbox.close();
  });
  const urlOf = (name: string): string => sandbox.faultPorts.urls.get(name) ?? '';

  it('says what was seen at every step, and issues nothing', async () => {
    const { of, proven } = await check(at({ baseUrl: urlOf('tls-ok') }));
    expect(of('address')).toMatchObject({ seen: 'ok address_loopback' });
    expect(of('dns')).toMatchObject({ seen: 'ok dns_not_needed', facts: { host: '127.0.0.1' } });
    expect(of('proxy')).toMatchObject({ seen: 'ok proxy_none', facts: { from: 'this_machine' } });
    const { seen, facts } = of('tls');
    expect(seen).toBe('ok tls_ok');
    expect(facts).toMatchObject({
      protocol: 'TLSv1.3',
      subject: 'CN=Deposit Desk sandbox',
      issuer: 'CN=Deposit Desk sandbox test CA',
    });
    expect(Number(facts['days'])).toBeGreaterThan(300);
    expect(Date.parse(facts['validUntil'] ?? '')).toBeGreaterThan(Date.now());
    expect(of('http')).toMatchObject({ seen: 'ok http_ok', facts: { status: '200' } });
    expect(of('limits')).toMatchObject({ seen: 'ok limits_ok' });
    expect(of('recognition')).toMatchObject({
      seen: 'ok recognised',
      facts: { currencies: 'RUB, UZS, KZT, TJS', types: '5', entries: '12', complaints: '0' },
    });
    expect(of('clock').seen).toBe('ok clock_ok');
    expect(of('signature').seen).toBe('skipped signature_not_exercised');
    expect(proven).toEqual([]);
    expect(sandbox.arrivals()).toBe(0);
  });

  it('warns of a certificate that ends soon, and of a clock that is off', async () => {
    const profile = at({ baseUrl: urlOf('tls-ok') });
    const { of } = await check(profile, { aheadMs: 360 * DAY_MS });
    expect(of('tls')).toMatchObject({ seen: 'warning tls_expires_soon', facts: { days: '4' } });
    expect(of('clock')).toMatchObject({ seen: 'warning clock_off' });
    expect(Math.abs(Number(of('clock').facts['seconds']) + 360 * 86_400)).toBeLessThan(5);
  });

  it.each([
    ['tls-expired', 'tls_expired', 'CN=Deposit Desk sandbox'],
    ['tls-wrong-host', 'tls_wrong_name', 'CN='],
    ['tls-self-signed', 'tls_untrusted', 'CN='],
    ['tls-reset', 'tls_failed', ''],
    ['tls-not-tls', 'tls_failed', ''],
    ['tls-hanging', 'connection_timed_out', null],
  ])('tells %s from the others: %s', async (name, code, subject) => {
    const patience = code === 'connection_timed_out' ? { connectDeadlineMs: 1000 } : {};
    const { of, codes } = await check({ ...at({ baseUrl: urlOf(name) }), ...patience });
    expect(of('tls').seen).toBe(`failed ${code}`);
    if (subject !== null) expect(of('tls').facts['subject']).toContain(subject);
    expect(of('tls').facts['detail']).not.toBe('');
    // What needs no connection is told all the same.
    expect(codes.slice(4)).toEqual([
      ...Array<string>(4).fill('not_reached'),
      'signature_not_exercised',
    ]);
  });

  it('tells a port on which nobody listens', async () => {
    const { of } = await check(at({ baseUrl: `https://127.0.0.1:${await closedPort()}` }));
    expect(of('proxy').seen).toBe('ok proxy_none');
    expect(of('tls').seen).toBe('failed connection_refused');
  });

  it('tells an expired certificate’s end', async () => {
    const { of } = await check(at({ baseUrl: urlOf('tls-expired') }));
    expect(Number(of('tls').facts['days'])).toBeLessThan(0);
  });

  it('knows a name without an address', async () => {
    const { of, codes } = await check(at({ baseUrl: urlOf('dns-fails') }));
    expect(of('dns')).toMatchObject({
      seen: 'failed dns_failed',
      facts: { host: 'sandbox.invalid' },
    });
    expect(codes.slice(2, 8)).toEqual(Array<string>(6).fill('not_reached'));
  });

  it('goes through a proxy, and says which and who decided', async () => {
    const baseUrl = urlOf('tls-ok-by-name');
    const url = urlOf('proxy-ok');
    const { of } = await check(at({ baseUrl, proxy: { mode: 'manual', url } }));
    expect(of('address').seen).toBe('ok address_ok');
    expect(of('dns').seen).toBe('ok dns_by_proxy');
    const proxy = new URL(url).host;
    expect(of('proxy')).toMatchObject({ seen: 'ok proxy_used', facts: { from: 'profile', proxy } });
    expect(of('tls').seen).toBe('ok tls_ok');
    expect(of('http').seen).toBe('ok http_ok');

    const environment = { HTTPS_PROXY: `http://user:${SECRET}@${proxy}` };
    const byEnvironment = await check(at({ baseUrl }), { sources: { environment } });
    expect(byEnvironment.of('proxy').facts).toMatchObject({ from: 'environment', proxy });
    const resolveProxy = async () => `PROXY ${proxy}`;
    const bySystem = await check(at({ baseUrl }), { sources: { resolveProxy } });
    expect(bySystem.of('proxy').facts).toMatchObject({ from: 'system', proxy });
  });

  it.each(['proxy-refuses', 'proxy-refuses-407', 'proxy-hangs', 'proxy-closes'])(
    'names the proxy where the proxy is at fault: %s',
    async (name) => {
      const url = urlOf(name);
      const baseUrl = urlOf('tls-ok-by-name');
      const patience = name === 'proxy-hangs' ? { connectDeadlineMs: 1000 } : {};
      const asked = { ...at({ baseUrl, proxy: { mode: 'manual', url } }), ...patience };
      const { of, codes } = await check(asked);
      expect(of('proxy')).toMatchObject({
        seen: 'failed proxy_failed',
        facts: { from: 'profile', proxy: new URL(url).host },
      });
      expect(codes.slice(3, 8)).toEqual(Array<string>(5).fill('not_reached'));
    },
  );

  it('does not hide what the system’s proxy settings fail with', async () => {
    const resolveProxy = () => Promise.reject(new Error('no settings'));
    const profile = at({ baseUrl: urlOf('tls-ok-by-name') });
    const { of } = await check(profile, { sources: { resolveProxy } });
    expect(of('proxy').seen).toBe('failed proxy_failed');
    expect(of('proxy').facts['detail']).toContain('no settings');
  });
});
