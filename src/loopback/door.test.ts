import { describe, expect, test } from 'vitest';

import { refusalAtDoor } from './door.ts';

const OWN = { host: '127.0.0.1:4711', origin: 'http://127.0.0.1:4711' };

type Headers = Readonly<Record<string, string | readonly string[]>>;

function statusOf(method: string, target: string, headers: Headers): number {
  const distinct = Object.fromEntries(
    Object.entries({ host: OWN.host, ...headers }).map(([name, value]) => [
      name,
      typeof value === 'string' ? [value] : value,
    ]),
  );
  return refusalAtDoor({ method, target, headers: distinct }, OWN)?.status ?? 0;
}

const call = (headers: Headers) => statusOf('POST', '/api/op/app.info', headers);
const load = (headers: Headers, target = '/') => statusOf('GET', target, headers);

test.each([
  [],
  '',
  'localhost:4711',
  '127.0.0.1',
  '127.0.0.1:4712',
  '127.0.0.1:04711',
  '127.0.0.1:4711.',
  '127.0.0.1.:4711',
  '127.1:4711',
  '2130706433:4711',
  '0.0.0.0:4711',
  '[::1]:4711',
  'user@127.0.0.1:4711',
  '127.0.0.1:4711.evil.example',
  'evil.example:4711',
  'evil.example',
])('only the exact host is ours, not %j', (host) => {
  expect(load({ host })).toBe(403);
  expect(call({ host, origin: OWN.origin })).toBe(403);
});

describe('a call', () => {
  test('comes with our Origin, whatever its method', () => {
    expect(call({ origin: OWN.origin })).toBe(0);
    const foreign = ['null', 'http://127.0.0.1:4712', 'https://127.0.0.1:4711', `${OWN.origin}/`];
    for (const origin of [[], '', ...foreign, 'http://localhost:4711']) {
      expect(call({ origin })).toBe(403);
      expect(statusOf('GET', '/api/events', { origin })).toBe(403);
      expect(statusOf('HEAD', '/', { origin })).toBe(403);
      expect(statusOf('OPTIONS', '/', { origin })).toBe(403);
    }
  });

  test.each(['cross-site', 'same-site', 'none', 'Same-Origin', ''])(
    'that the browser calls %j is not ours',
    (site) => {
      expect(call({ origin: OWN.origin, 'sec-fetch-site': site })).toBe(403);
    },
  );

  test('that the browser calls same-origin is', () => {
    expect(call({ origin: OWN.origin, 'sec-fetch-site': 'same-origin' })).toBe(0);
  });
});

describe('the page', () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  const clicked = { ...elsewhere, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  test('may be typed, and clicked anywhere', () => {
    expect([load({}), load({ 'sec-fetch-site': 'none' }), load(clicked)]).toEqual([0, 0, 0]);
  });

  test('is embedded by no page', () => {
    for (const dest of ['iframe', 'frame', 'embed', 'object', 'empty', 'image']) {
      expect(load({ ...clicked, 'sec-fetch-dest': dest })).toBe(403);
    }
    expect(load({ ...elsewhere, 'sec-fetch-mode': 'no-cors' })).toBe(403);
    expect(load({ origin: 'https://evil.example' })).toBe(403);
  });

  test('has parts that only it loads', () => {
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect(load({ ...own, 'sec-fetch-dest': 'script' }, '/assets/a.js')).toBe(0);
    expect(load(clicked, '/assets/a.js')).toBe(403);
    expect(load({ ...elsewhere, 'sec-fetch-dest': 'script' }, '/assets/a.js')).toBe(403);
  });

  test('has no service worker, and what another program left at this port stays without one', () => {
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'same-origin' };
    expect(load({ ...own, 'sec-fetch-dest': 'serviceworker' }, '/sw.js')).toBe(403);
    expect(load({ 'service-worker': 'script' }, '/assets/a.js')).toBe(403);
  });
});

test.each([
  'http://127.0.0.1:4711/',
  'http://evil.example/api/op/app.info',
  '*',
  '',
  'evil.example:443',
  '//evil.example/',
  '/%61pi/op/app.info',
  '/api/op/app%2einfo',
  String.raw`/\api/op/app.info`,
  '/api/../api/op/app.info',
  '/./api/op/app.info',
  '/api/op/a b',
  '/api/op/\u0000',
  '/\u00E9',
  '/#code=x',
])('%j is no address of the desk', (target) => {
  expect(statusOf('GET', target, {})).toBe(400);
  expect(statusOf('POST', target, { origin: OWN.origin })).toBe(400);
});

test.each([
  ['host', OWN.host],
  ['origin', OWN.origin],
  ['authorization', 'Bearer x'],
  ['content-type', 'application/json'],
  ['sec-fetch-site', 'same-origin'],
])('two values of %s are one too many, even where both are ours', (name, ours) => {
  expect(call({ origin: OWN.origin, [name]: ours })).toBe(0);
  expect(call({ origin: OWN.origin, [name]: [ours, ours] })).toBe(400);
});
