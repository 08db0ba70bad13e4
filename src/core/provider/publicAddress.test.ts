import type { LookupAddress } from 'node:dns';
import type net from 'node:net';

import { describe, expect, it } from 'vitest';

import { guardedLookup } from './guardedLookup.ts';
import { isPublicAddress } from './publicAddress.ts';

const PRIVATE = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '127.1',
  '2130706433',
];
const PUBLIC = [
  '1.1.1.1',
  '9.255.255.255',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
  '::ffff:1.1.1.1',
  '64:ff9b::101:101',
];

describe('an address', () => {
  it.each(PRIVATE)('%j is not a public one', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  it.each(PUBLIC)('%j is a public one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a name', () => {
  /** A resolver that answers as the test says. */
  function resolved(answer: string | readonly string[] | Error) {
    const resolver: net.LookupFunction = (_name, _options, callback) => {
      if (answer instanceof Error) callback(answer, '', 0);
      else if (typeof answer === 'string') callback(null, answer, 4);
      else
        callback(
          null,
          answer.map((address): LookupAddress => ({ address, family: 4 })),
        );
    };
    const lookup = guardedLookup(isPublicAddress, resolver);
    return new Promise<unknown>((resolve) => {
      lookup('bill.example', { all: Array.isArray(answer) }, (error, found) => {
        resolve(error === null ? found : Reflect.get(error, 'code'));
      });
    });
  }

  it('that leads to public addresses is looked up as always', async () => {
    expect(await resolved('1.1.1.1')).toBe('1.1.1.1');
    expect(await resolved(['1.1.1.1', '2606:4700::1111'])).toHaveLength(2);
    expect(await resolved(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))).toBe('ENOTFOUND');
  });

  it('that leads anywhere else, were it only by one of its addresses, leads nowhere', async () => {
    expect(await resolved('127.0.0.1')).toBe('ADDRESS_REFUSED');
    expect(await resolved(['1.1.1.1', '10.0.0.1'])).toBe('ADDRESS_REFUSED');
    expect(await resolved(['::ffff:192.168.0.1'])).toBe('ADDRESS_REFUSED');
    expect(await resolved([])).toBe('ADDRESS_REFUSED');
  });
});
