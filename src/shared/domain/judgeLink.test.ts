import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type LinkRules, judgeLink, portOf } from './link.ts';

const OWN = 4173;
const LISTENER = 20_123;
const SANDBOX = 'http://127.0.0.1:8787';
const rules: LinkRules = {
  sandboxOrigin: SANDBOX,
  ownPorts: [OWN, LISTENER],
  ownHosts: ['desk-7', 'desk-7.local', '192.168.1.20', 'fe80::1c2d', '2001:db8::20'],
};
const live: LinkRules = { ...rules, sandboxOrigin: null };
const verdict = (address: string, by: LinkRules = rules): string => {
  const judged = judgeLink(address, by);
  return judged.kind === 'link' ? judged.address : judged.reason;
};

/** The four bytes of an address of this machine, as people write them. */
const loopbackBytes = fc.tuple(
  fc.constant(127),
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 255 }),
);
const oneByte = (value: number): readonly string[] => [
  String(value),
  `0x${value.toString(16)}`,
  `0X${value.toString(16).toUpperCase()}`,
  `0${value.toString(8)}`,
  `00${value.toString(8)}`,
];
const numberOf = (bytes: readonly number[]): number =>
  bytes.reduce((whole, byte) => whole * 256 + byte, 0);
/** Two groups of an IPv6 address, as its last 32 bits. */
const groups = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string =>
  `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
const FULL_WIDTH = (text: string): string =>
  text.replaceAll(/[0-9]/gu, (digit) => String.fromCodePoint(0xff_10 + Number(digit)));

/** Every spelling that a URL parser or a resolver takes for this machine. */
const spelling = fc.oneof(
  loopbackBytes.chain((bytes) =>
    fc
      .tuple(...bytes.map((byte) => fc.constantFrom(...oneByte(byte))))
      .map((parts) => parts.join('.')),
  ),
  loopbackBytes.chain((bytes) => fc.constantFrom(...oneByte(numberOf(bytes)))),
  // 127.1, 127.0.1: the last part takes what is left.
  loopbackBytes.map(([a, b, c, d]) => `${a}.${numberOf([b, c, d])}`),
  loopbackBytes.map((bytes) => FULL_WIDTH(bytes.join('.'))),
  loopbackBytes.map((bytes) => bytes.join('。')),
  loopbackBytes.map((bytes) => `[::ffff:${bytes.join('.')}]`),
  loopbackBytes.map((bytes) => `[0:0:0:0:0:FFFF:${groups(bytes)}]`),
  loopbackBytes.map((bytes) => `[::${bytes.join('.')}]`),
  loopbackBytes.map((bytes) => `[64:ff9b::${bytes.join('.')}]`),
  loopbackBytes.map((bytes) => `[::ffff:0:${groups(bytes)}]`),
  fc.constantFrom('[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[::ffff:0.0.0.0]'),
  fc.constantFrom('0.0.0.0', '0', '0x0', '00', '0.0.0.1'),
  fc.constantFrom(
    'localhost',
    'LocalHost',
    'localhost.',
    'ⓛocalhost',
    'loc%61lhost',
    'a.localhost',
  ),
  fc.constantFrom('localhost.localdomain', 'ip6-localhost', 'x.y.localhost.'),
  fc.constantFrom(
    'desk-7',
    'DESK-7.local',
    'desk-7.',
    '192.168.1.20',
    '0xC0A80114',
    '[2001:db8::20]',
  ),
  fc.constantFrom('[::ffff:192.168.1.20]', '[fe80::1c2d]', '[fe80:0::1c2d]'),
);
const scheme = fc.constantFrom('https', 'HTTPS', 'http', 'hTTps');
const dots = fc.constantFrom('', '.');
const slashes = fc.constantFrom('//', String.raw`\\`, '/', '', '///');
const tail = fc.constantFrom('', '/', '/pay?x=1#y', '/@https://pay.example');

describe('whatever reaches this machine', () => {
  it('at the desk’s own ports is never opened, in Sandbox or live', () => {
    fc.assert(
      fc.property(
        scheme,
        slashes,
        spelling,
        fc.constantFrom(OWN, LISTENER),
        tail,
        fc.constantFrom(rules, live),
        (way, slash, host, port, rest, by) => {
          expect(['own_address', 'not_https', 'not_a_link']).toContain(
            verdict(`${way}:${slash}${host}:${port}${rest}`, by),
          );
        },
      ),
    );
  });

  it('at any other port is not opened either, but for the exact origin of the Sandbox', () => {
    fc.assert(
      fc.property(
        scheme,
        spelling,
        dots,
        fc.integer({ min: 1, max: 65_535 }),
        (way, host, dot, port) => {
          const judged = judgeLink(`${way}://${host}${dot}:${port}/`, rules);
          expect(judged.kind === 'refused' || judged.address === `${SANDBOX}/`).toBe(true);
        },
      ),
    );
  });
});

describe('a port of the desk', () => {
  it('is not opened under any name: one may lead here', () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom(OWN, LISTENER), (domain, port) => {
        expect(verdict(`https://${domain}:${port}/`)).toBe('own_address');
      }),
    );
    expect(verdict(`https://127.0.0.1.nip.io:${OWN}/`)).toBe('own_address');
    expect(verdict(`https://1.1.1.1:${LISTENER}`)).toBe('own_address');
  });

  it('is none where a profile in Sandbox claims it as its own', () => {
    const claiming = { ...rules, sandboxOrigin: `http://127.0.0.1:${OWN}` };
    expect(verdict(`http://127.0.0.1:${OWN}/`, claiming)).toBe('own_address');
  });

  it('that all the web answers on is refused at this machine alone', () => {
    const usual = { ...rules, ownPorts: [443, 80], sandboxOrigin: 'http://127.0.0.1' };
    expect(verdict('https://pay.example/1', usual)).toBe('https://pay.example/1');
    expect(verdict('https://127.0.0.1/1', usual)).toBe('own_address');
    expect(verdict('http://127.0.0.1/1', usual)).toBe('own_address');
    expect(verdict('https://pay.example:80/1', usual)).toBe('own_address');
  });
});

describe('somebody else’s https address', () => {
  it('is opened as a browser writes it, with the host that is shown', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }), (address) => {
        const judged = judgeLink(address, live);
        const { href, host } = new URL(address);
        expect(judged).toEqual({ kind: 'link', address: href, host });
      }),
    );
  });

  it.each([
    ['https://pay.example:8443/x', 'https://pay.example:8443/x'],
    [' https://pay.example/x\n', 'https://pay.example/x'],
    ['https:pay.example', 'https://pay.example/'],
    ['https://localhost.pay.example/', 'https://localhost.pay.example/'],
    ['https://notlocalhost/', 'https://notlocalhost/'],
    ['https://1270.0.0.1.example/', 'https://1270.0.0.1.example/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['https://пример.рф/', 'https://xn--e1afmkfd.xn--p1ai/'],
    ['https://pay.example/@127.0.0.1:4173', 'https://pay.example/@127.0.0.1:4173'],
  ])('%j', (address, opened) => {
    expect(verdict(address)).toBe(opened);
  });

  it.each([
    ['https://user@pay.example/', 'credentials'],
    ['https://user:pass@pay.example/', 'credentials'],
    ['https://127.0.0.1:8787@pay.example/', 'credentials'],
    ['http://pay.example/', 'not_https'],
    ['http://127.0.0.1:8788/', 'not_https'],
    ['http://localhost:8787/', 'not_https'],
    ['http://2130706433:8787/x', `${SANDBOX}/x`],
    ['https://127.0.0.1:8787/', 'own_address'],
    ['javascript:alert(1)', 'not_a_link'],
    ['java\nscript:alert(1)', 'not_a_link'],
    ['data:text/html,x', 'not_a_link'],
    ['blob:https://pay.example/1', 'not_a_link'],
    ['file:///etc/passwd', 'not_a_link'],
    ['app://desk/index.html', 'not_a_link'],
    ['view-source:https://pay.example', 'not_a_link'],
    ['ws://pay.example', 'not_a_link'],
    ['//pay.example/', 'not_a_link'],
    ['/pay', 'not_a_link'],
    ['https://', 'not_a_link'],
    ['https://pay.example:99999/', 'not_a_link'],
    [`https://pay.example/${'x'.repeat(9000)}`, 'not_a_link'],
  ])('%j is judged %s', (address, expected) => {
    expect(verdict(address)).toBe(expected);
  });
});

it('whatever comes in, what is opened is https or the Sandbox, and comes out the same again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webAuthority()), (address) => {
      const judged = judgeLink(address, rules);
      if (judged.kind === 'refused') return;
      expect(
        judged.address.startsWith('https://') || judged.address.startsWith(`${SANDBOX}/`),
      ).toBe(true);
      expect(judgeLink(judged.address, rules)).toEqual(judged);
    }),
  );
});

it('knows the port of an origin', () => {
  expect(
    ['http://127.0.0.1:4173', 'http://127.0.0.1', 'https://x', 'app://desk'].map(portOf),
  ).toEqual([4173, 80, 443, null]);
});
