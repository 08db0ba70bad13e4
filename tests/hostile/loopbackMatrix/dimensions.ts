import type { Target } from './target.ts';

/** One thing that can be said about a request in several ways. `fits`: as our own page says it, or as good. */
export type Value = {
  readonly name: string;
  readonly fits: boolean;
  /** Header lines. */
  readonly lines: readonly string[];
};

export type Dimension = { readonly name: string; readonly values: readonly Value[] };

const as =
  (header: string) =>
  (text: string, fits = false, name = text): Value => ({
    name: name === '' ? '(empty)' : name,
    fits,
    lines: [`${header}: ${text}`],
  });

const without = (fits: boolean): Value => ({ name: '(none)', fits, lines: [] });

/** The first of each is what our own page says. */
export function dimensionsOf(target: Target): readonly Dimension[] {
  return [
    { name: 'Host', values: hosts(target) },
    { name: 'Origin', values: origins(target) },
    { name: 'token', values: tokens(target) },
    { name: 'type', values: TYPES },
    { name: 'upgrade', values: UPGRADES },
    { name: 'Sec-Fetch-Site', values: SITES },
  ];
}

function hosts({ host, port }: Target): readonly Value[] {
  const said = as('Host');
  return [
    said(host, true),
    without(false),
    ...[
      '',
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1:0${port}`,
      `127.0.0.1.:${port}`,
      `${host}.`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `0x7f000001:${port}`,
      `0.0.0.0:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `localhost:${port}`,
      `rebound.example:${port}`,
      'rebound.example',
      `${host}@rebound.example`,
      `x@${host}`,
      `${host}, rebound.example`,
      `${host}/`,
    ].map((text) => said(text)),
    { name: 'twice', fits: false, lines: [`Host: ${host}`, `Host: ${host}`] },
    {
      name: 'ours, then another',
      fits: false,
      lines: [`Host: ${host}`, `Host: rebound.example:${port}`],
    },
  ];
}

function origins({ origin, port }: Target): readonly Value[] {
  const said = as('Origin');
  return [
    said(origin, true),
    without(false),
    ...[
      '',
      'null',
      `http://localhost:${port}`,
      `http://127.0.0.1:${port + 1}`,
      'http://127.0.0.1',
      `https://127.0.0.1:${port}`,
      `${origin}/`,
      `${origin}.rebound.example`,
      `http://rebound.example:${port}`,
      'https://evil.example',
      'file://',
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    ].map((text) => said(text)),
    { name: 'twice', fits: false, lines: [`Origin: ${origin}`, 'Origin: https://evil.example'] },
  ];
}

function tokens({ token, code, proofId }: Target): readonly Value[] {
  const said = as('Authorization');
  return [
    said(`Bearer ${token}`, true, 'bearer'),
    without(false),
    said('Bearer', false, 'Bearer and nothing'),
    said(`Bearer ${'a'.repeat(43)}`, false, 'wrong'),
    said(`Bearer ${token.slice(0, -1)}`, false, 'cut short'),
    said(`Bearer ${code}`, false, 'the code'),
    said(`Bearer ${proofId}`, false, 'the proof’s id'),
    said(`bearer ${token}`, false, 'spelt small'),
    said(`Basic ${token}`, false, 'Basic'),
    { name: 'as a cookie', fits: false, lines: [`Cookie: desk-session=${token}`] },
    {
      name: 'twice',
      fits: false,
      lines: [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`],
    },
  ];
}

const typed = as('Content-Type');
const TYPES: readonly Value[] = [
  typed('application/json', true),
  typed('application/json; charset=utf-8', true),
  without(false),
  ...[
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-seq',
    'text/json',
    'application/json, text/plain',
  ].map((text) => typed(text)),
];

const UPGRADES: readonly Value[] = [
  without(true),
  {
    name: 'websocket',
    fits: false,
    lines: [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ],
  },
  {
    name: 'h2c',
    fits: false,
    lines: ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
  },
];

const site = as('Sec-Fetch-Site');
const SITES: readonly Value[] = [
  site('same-origin', true),
  without(true),
  site('same-site'),
  site('cross-site'),
  site('none'),
  { name: 'twice', fits: false, lines: ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: none'] },
];

export const METHODS = [
  'POST',
  'GET',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
] as const;
