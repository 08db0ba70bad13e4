import { X509Certificate, createPrivateKey } from 'node:crypto';

import { assert, bigInt, property } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { makeCertificates } from './certificates.ts';
import { bits, boolean, implicit, integer, octets, oid, sequence, tagged, time } from './der.ts';

const hex = (bytes: Buffer): string => bytes.toString('hex');

describe('DER', () => {
  it.each([
    [integer(0n), '020100'],
    [integer(127n), '02017f'],
    [integer(128n), '02020080'],
    [integer(256n), '02020100'],
    [integer(0xff00n), '020300ff00'],
    [oid('1.2.840.113549'), '06062a864886f70d'],
    [oid('2.5.29.17'), '0603551d11'],
    [boolean(true), '0101ff'],
    [bits(Buffer.from([0x80]), 7), '03020780'],
    [sequence(), '3000'],
    [tagged(3, boolean(false)), 'a303010100'],
    [implicit(7, Buffer.from([127, 0, 0, 1])), '87047f000001'],
    [time(new Date('2049-12-31T23:59:59Z')), `170d${hex(Buffer.from('491231235959Z'))}`],
    [time(new Date('2050-01-01T00:00:00Z')), `180f${hex(Buffer.from('20500101000000Z'))}`],
  ])('writes what X.690 says (%#)', (bytes, expected) => {
    expect(hex(bytes)).toBe(expected);
  });

  it.each([
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_536, '0483010000'],
  ])('writes a length of %i', (length, expected) => {
    const bytes = octets(Buffer.alloc(length));
    expect(hex(bytes.subarray(0, expected.length / 2))).toBe(expected);
    expect(bytes.length).toBe(expected.length / 2 + length);
  });

  it('writes integers that read back as they were, and never negative', () => {
    assert(
      property(bigInt({ min: 0n, max: 2n ** 900n }), (value) => {
        const content = integer(value).subarray(2);
        expect(BigInt(`0x${hex(content)}`)).toBe(value);
        expect((content[0] ?? 0) < 0x80).toBe(true);
      }),
    );
  });
});

describe('certificates', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const made = makeCertificates(now);
  const ca = new X509Certificate(made.caPem);
  const read = (which: 'good' | 'expired' | 'selfSigned' | 'wrongHost') =>
    new X509Certificate(made[which].cert);

  it('come from a CA that signs itself', () => {
    expect(ca.ca).toBe(true);
    expect(ca.verify(ca.publicKey)).toBe(true);
    expect(ca.checkIssued(ca)).toBe(true);
  });

  it.each(['good', 'expired', 'wrongHost'] as const)('%s is signed by the CA', (which) => {
    const certificate = read(which);
    expect(certificate.ca).toBe(false);
    expect(certificate.verify(ca.publicKey)).toBe(true);
    expect(certificate.checkIssued(ca)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(made[which].key))).toBe(true);
  });

  it('differ only in what is wrong with them', () => {
    expect(read('good').checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(read('good').checkHost('localhost')).toBe('localhost');
    expect(read('expired').checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(read('wrongHost').checkIP('127.0.0.1')).toBeUndefined();
    expect(read('wrongHost').checkHost('wrong-host.example')).toBe('wrong-host.example');
    const until = (which: 'good' | 'expired' | 'selfSigned' | 'wrongHost') =>
      read(which).validToDate.toISOString();
    expect(until('good')).toBe('2027-11-15T12:00:00.000Z');
    expect(until('expired')).toBe('2026-11-14T12:00:00.000Z');
    const own = read('selfSigned');
    expect(own.checkIssued(ca)).toBe(false);
    expect(own.verify(own.publicKey)).toBe(true);
    expect(own.subject).toBe(own.issuer);
  });

  it('are new each time', () => {
    const other = makeCertificates(now);
    expect(other.caPem).not.toBe(made.caPem);
    expect(read('good').verify(new X509Certificate(other.caPem).publicKey)).toBe(false);
  });
});
