import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type Dialect, dialectSchema } from '#shared/dialect/schema.ts';
import type { DepositBody } from '#shared/domain/deposit.ts';

import { MERCHANT, createFieldsOf, manualClock, profileOf } from '../testing/builders.ts';
import { depositRequestOf, limitRequestOf, shownHeaders } from './requests.ts';

const body: DepositBody = { flow: 'create', fields: createFieldsOf() };
const clock = manualClock('2026-11-15T10:00:00.900Z');

function counting() {
  let count = 0;
  return { uuid: () => '', bytes: (size: number) => new Uint8Array(size).fill((count += 1)) };
}

const travelling = (headers: Readonly<Record<string, string>> = {}) => ({
  secrets: { signing: 'a-very-secret-key', headers: new Map(Object.entries(headers)) },
  userAgent: 'test',
  clock,
  chance: counting(),
});

const dialectOf = (overrides: Partial<Dialect>): Dialect =>
  dialectSchema.parse({ ...DEFAULT_DIALECT, ...overrides });

const companions: Dialect['companionHeaders'] = [
  { kind: 'fixed', name: 'X-Merchant', value: 'id={merchant}; {nothing}' },
  { kind: 'fixed', name: 'X-Time', value: '{timestamp}' },
  { kind: 'fixed', name: 'X-Nonce', value: '{nonce}/{nonce}' },
  { kind: 'secret', name: 'X-Api-Key', prefix: 'Key ' },
];

function made<T>(result: { ok: true; value: T } | { ok: false; error: string }): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe('companion headers', () => {
  it.each(['Trailer', 'TE', 'Expect', 'upgrade', 'Keep-Alive', 'Transfer-Encoding', 'Host'])(
    'are never %s, which would change how the bytes travel',
    (name) => {
      const header = { kind: 'fixed', name, value: 'x' };
      const dialect = { ...DEFAULT_DIALECT, companionHeaders: [header] };
      expect(dialectSchema.safeParse(dialect).success).toBe(false);
    },
  );

  const profile = profileOf({ dialect: dialectOf({ companionHeaders: companions }) });
  const withKey = travelling({ 'x-api-key': 'k1' });
  const outgoing = made(depositRequestOf(profile, body, withKey));
  const nonce = '01'.repeat(16);
  const filledIn = [
    ['X-Merchant', `id=${MERCHANT}; {nothing}`],
    ['X-Time', '1794736800'],
    ['X-Nonce', `${nonce}/${nonce}`],
    ['X-Api-Key', 'Key k1'],
  ];

  it('are filled in and sent with a deposit', () => {
    expect(outgoing.headers).toEqual(expect.arrayContaining(filledIn));
  });

  it('are sent with the request for limits, each time with another nonce', () => {
    const first = made(limitRequestOf(profile, withKey)).headers;
    const second = made(limitRequestOf(profile, withKey)).headers;
    expect(new Map(first).get('X-Api-Key')).toBe('Key k1');
    expect(new Map(first).get('X-Nonce')).toHaveLength(65);
    expect(new Map(first).get('X-Nonce')).not.toBe(new Map(second).get('X-Nonce'));
  });

  it('are dotted where they come from the vault, however short they are', () => {
    const shown = new Map(shownHeaders(outgoing, profile.dialect));
    expect(shown.get('X-Api-Key')).toBe('Key ••••••');
    expect(shown.get('X-Merchant')).toBe(`id=${MERCHANT}; {nothing}`);
    expect(shown.size).toBe(outgoing.headers.length);
  });

  it('that are not in the vault, or that no header can carry, stop the request', () => {
    const missing = { ok: false, error: 'secret_missing' };
    expect(depositRequestOf(profile, body, travelling())).toEqual(missing);
    expect(limitRequestOf(profile, { ...travelling(), secrets: null })).toEqual(missing);
    for (const value of ['two\nlines', 'секрет', '', 'nul\0']) {
      const refused = depositRequestOf(profile, body, travelling({ 'x-api-key': value }));
      expect(refused).toEqual({ ok: false, error: 'secret_unusable' });
    }
  });
});

describe('the request for limits', () => {
  const asked = (overrides: Partial<Dialect>, baseUrl = 'https://provider.example/a/b/') => {
    const profile = profileOf({ baseUrl, dialect: dialectOf(overrides) });
    const secretsOf = overrides.limitRequest === 'signed' ? travelling().secrets : null;
    return made(limitRequestOf(profile, { ...travelling(), secrets: secretsOf }));
  };
  const address = 'https://provider.example/a/b/api/v1/requests/limit';

  it('names the merchant unless the format says otherwise', () => {
    expect(asked({ limitRequest: 'unsigned' }).url.href).toBe(address);
    const named = asked({ limitRequest: 'merchant-in-query' });
    expect(named.url.href).toBe(`${address}?merchant=${MERCHANT}`);
    expect(named.headers.map(([name]) => name)).not.toContain('X-Signature');
  });

  it('is signed over the merchant', () => {
    const { url, headers } = asked({ limitRequest: 'signed' });
    expect(url.href).toBe(`${address}?merchant=${MERCHANT}`);
    expect(new Map(headers).get('X-Signature')).toMatch(/^[0-9a-f]{64}$/u);
  });

  it('has in the query what would stand in a body', () => {
    const placement = { in: 'body', name: 'sign', prefix: 'v1=' } as const;
    const signature = { ...DEFAULT_DIALECT.signature, placement, output: 'base64' as const };
    const { url, headers, body: sent } = asked({ limitRequest: 'signed', signature });
    expect(url.searchParams.get('sign')).toMatch(/^v1=[\w+/]{43}=$/u);
    expect(url.search).not.toContain('+');
    expect(headers).toHaveLength(5);
    expect(sent).toBe('');
  });

  it('needs a secret only where it is signed', () => {
    const profile = profileOf({ dialect: dialectOf({ limitRequest: 'signed' }) });
    const without = limitRequestOf(profile, { ...travelling(), secrets: null });
    expect(without).toEqual({ ok: false, error: 'secret_missing' });
  });
});

describe('a deposit', () => {
  it('keeps the path of the base URL beside a signature in the query', () => {
    const placement = { in: 'query', name: 'sig', prefix: '' } as const;
    const signature = { ...DEFAULT_DIALECT.signature, placement };
    const profile = profileOf({
      baseUrl: 'https://provider.example/gate/',
      dialect: dialectOf({ signature }),
    });
    const { url } = made(depositRequestOf(profile, body, travelling()));
    expect(url.pathname).toBe('/gate/api/v1/requests/deposit/create');
    expect([...url.searchParams.keys()]).toEqual(['sig']);
  });

  it('has its signature last in the body, whatever its name', () => {
    const placement = { in: 'body', name: '0', prefix: '' } as const;
    const signature = { ...DEFAULT_DIALECT.signature, placement };
    const profile = profileOf({ dialect: dialectOf({ signature }) });
    const { body: sent } = made(depositRequestOf(profile, body, travelling()));
    expect(sent).toMatch(/^\{"cents":150000,.*,"0":"[0-9a-f]{64}"\}$/u);
  });

  it('is not made of a secret that is no key of its format', () => {
    const signature = { ...DEFAULT_DIALECT.signature, algorithm: 'rsa-sha256' as const };
    const profile = profileOf({ dialect: dialectOf({ signature }) });
    const refused = depositRequestOf(profile, body, travelling());
    expect(refused).toEqual({ ok: false, error: 'secret_unusable' });
  });
});
