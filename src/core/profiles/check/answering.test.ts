import { createHmac } from 'node:crypto';
import type http from 'node:http';

import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { err, ok } from '#shared/domain/result.ts';

import { MERCHANT } from '../../testing/builders.ts';
import { SECRET, answering, at, check } from '../../testing/checking.ts';
import { closedPort, startRawServer } from '../../testing/provider.ts';
import type { Secrets } from '../../vault/secrets.ts';

const LIMITS = '[{"currency":"RUB","payment_type":"sbp","min":100,"max":5000}]';

describe('the answer', () => {
  it.each([
    [301, { Location: 'https://elsewhere.example/' }, 'http_redirect'],
    [401, {}, 'http_unauthorised'],
    [403, {}, 'http_unauthorised'],
    [404, {}, 'http_not_found'],
    [422, {}, 'http_refused'],
    [503, {}, 'http_server_error'],
  ])('of HTTP %i is told by its own code', async (status, headers, code) => {
    const answer = (response: http.ServerResponse) =>
      response.writeHead(status, headers).end('{"message":"so it is"}');
    const { of, codes } = await answering(answer, (baseUrl) => check(at({ baseUrl })));
    expect(of('tls').seen).toBe('ok tls_none');
    expect(of('http')).toMatchObject({
      seen: `failed ${code}`,
      facts: { status: String(status), message: 'so it is' },
    });
    expect(codes.slice(5)).toEqual([
      'not_reached',
      'not_reached',
      'clock_ok',
      'signature_not_exercised',
    ]);
    if (status === 301) expect(of('http').facts['location']).toBe('https://elsewhere.example/');
  });

  it.each([
    ['<html>', 'failed limits_not_json', 'skipped not_reached'],
    ['', 'warning limits_empty', 'skipped not_reached'],
    ['[]', 'warning limits_empty', 'skipped not_reached'],
    ['{"hello":"world"}', 'ok limits_ok', 'warning not_recognised'],
    [LIMITS, 'ok limits_ok', 'ok recognised'],
    [LIMITS.replace('5000', '"?"'), 'ok limits_ok', 'warning recognised'],
  ])('%j: %s, %s', async (body, limits, recognition) => {
    const answer = (response: http.ServerResponse) => response.end(body);
    const { of } = await answering(answer, (baseUrl) => check(at({ baseUrl })));
    expect([of('limits').seen, of('recognition').seen]).toEqual([limits, recognition]);
  });

  it('is read by the mapper where the format has one', async () => {
    const keys = { currency: 'c', paymentType: null, min: 'lo', max: null, enabled: null };
    const limitResponse = {
      kind: 'mapped',
      path: 'l',
      shape: 'list',
      units: 'major',
      keys,
    } as const;
    const answer = (response: http.ServerResponse) => response.end('{"l":[{"c":"RUB","lo":5}]}');
    const { of } = await answering(answer, (baseUrl) => check(at({ baseUrl, limitResponse })));
    expect(of('recognition')).toMatchObject({ seen: 'ok mapped', facts: { currencies: 'RUB' } });
  });

  it('may be no HTTP, or never come', async () => {
    const rude = await startRawServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    const mail = await check(at({ baseUrl: rude.baseUrl }));
    await rude.close();
    expect(mail.of('http').seen).toBe('failed http_not_http');
    expect(mail.of('clock').seen).toBe('skipped not_reached');
    const silent = await check(at({ baseUrl: rude.baseUrl }));
    expect(silent.of('http').seen).toBe('failed connection_refused');
    const hanging = await answering(
      () => undefined,
      (baseUrl) => check({ ...at({ baseUrl }), answerDeadlineMs: 1000 }),
    );
    expect(hanging.of('http').seen).toBe('failed http_no_answer');
    expect(hanging.of('http').facts['detail']).toContain('no_answer_in_time');
  });

  it('tells no time: then nothing is said of the clock', async () => {
    const answer = (response: http.ServerResponse) => {
      response.sendDate = false;
      response.end(LIMITS);
    };
    const { of } = await answering(answer, (baseUrl) => check(at({ baseUrl })));
    expect(of('clock').seen).toBe('skipped clock_untold');
  });

  it('of another time is a failure where the time is sent along', async () => {
    const companionHeaders = [{ kind: 'fixed', name: 'X-Time', value: '{timestamp}' }] as const;
    const { of } = await answering(
      (response) => response.end(LIMITS),
      (baseUrl) => check(at({ baseUrl, companionHeaders }), { aheadMs: -120_000 }),
    );
    expect(of('clock').seen).toBe('failed clock_off');
    expect(Math.abs(Number(of('clock').facts['seconds']) - 120)).toBeLessThan(5);
  });
});

describe('the signature', () => {
  /** Takes only the right one; the others are answered like this. */
  const strict =
    (refusal: (response: http.ServerResponse) => void) =>
    (response: http.ServerResponse, _: string, headers: readonly string[]): void => {
      const right = createHmac('sha256', SECRET).update(MERCHANT).digest('hex');
      if (headers.includes(right)) response.end(LIMITS);
      else refusal(response);
    };
  const signed = (baseUrl: string) => at({ baseUrl, limitRequest: 'signed' });
  const holding =
    (signing: string): Secrets['read'] =>
    async () =>
      ok({ signing, headers: new Map() });

  it('that was accepted proves the secret', async () => {
    const { of, proven } = await answering(
      strict((response) => response.writeHead(401).end()),
      (baseUrl) => check(signed(baseUrl)),
    );
    expect(of('signature').seen).toBe('ok signature_accepted');
    expect(proven).toEqual([{ signing: SECRET, headers: new Map() }]);
  });

  it('that was refused is told, with the provider’s words and without the secret in them', async () => {
    const { of, proven } = await answering(
      strict((response) => response.writeHead(401).end(`{"message":"not ${SECRET}"}`)),
      (baseUrl) => check(signed(baseUrl), { secrets: holding('another') }),
    );
    expect(of('http').seen).toBe('failed http_unauthorised');
    expect(of('signature').seen).toBe('failed signature_refused');
    expect(of('signature').facts['message']).toBe('not ••••••');
    expect(proven).toEqual([]);
  });

  it('is not taken for accepted by a 200 that carries no limits', async () => {
    const { of, proven } = await answering(
      strict((response) => response.end('{"status":false,"code":"BAD_SIGN"}')),
      (baseUrl) => check(signed(baseUrl), { secrets: holding('another') }),
    );
    expect(of('signature').seen).toBe('skipped not_reached');
    expect(proven).toEqual([]);
  });

  it.each<[string, Secrets['read'], Partial<Dialect>, string]>([
    ['missing', async () => ok(null), {}, 'signature_secret_missing'],
    ['locked away', async () => err('locked'), {}, 'signature_vault_failed'],
    [
      'no key of its kind',
      holding('not base64!'),
      { signature: { ...DEFAULT_DIALECT.signature, keyTransform: 'base64' } },
      'signature_secret_unusable',
    ],
    [
      'missing for a header',
      holding(SECRET),
      { companionHeaders: [{ kind: 'secret', name: 'X-Key', prefix: '' }] },
      'signature_secret_missing',
    ],
  ])(
    'whose secret is %s fails, whether or not it is exercised',
    async (_, secrets, dialect, code) => {
      await answering(
        (response) => response.end(LIMITS),
        async (baseUrl) => {
          const plain = await check(at({ baseUrl, ...dialect }), { secrets });
          expect(plain.of('signature').seen).toBe(`failed ${code}`);
          const exercised = await check(at({ baseUrl, ...dialect, limitRequest: 'signed' }), {
            secrets,
          });
          expect(exercised.of('signature').seen).toBe(`failed ${code}`);
          // The way there was seen all the same.
          expect(exercised.of('tls').seen).toBe('ok tls_none');
          expect(exercised.of('http').seen).toBe('skipped not_reached');
        },
      );
    },
  );

  it('is given up with the check when the desk closes', async () => {
    const stop = new AbortController();
    const secrets = () => {
      setImmediate(() => stop.abort());
      return new Promise<never>(() => undefined);
    };
    const port = await closedPort();
    const profile = signed(`http://127.0.0.1:${port}`);
    const { of } = await check(profile, { secrets, stop: stop.signal });
    expect(of('signature').facts).toEqual({ fault: 'timed_out' });
  });
});
