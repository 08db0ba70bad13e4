import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import {
  bits,
  boolean,
  implicit,
  integer,
  octets,
  oid,
  sequence,
  set,
  tagged,
  time,
  utf8,
} from './der.ts';

/** What a TLS server shows. */
type Credentials = { readonly cert: string; readonly key: string };

export type Certificates = {
  /** Signs good, expired and wrong-host; a client that trusts it trusts only this run's sandbox, for its key is never on disk. */
  readonly caPem: string;
  readonly good: Credentials;
  readonly expired: Credentials;
  readonly selfSigned: Credentials;
  readonly wrongHost: Credentials;
  readonly goodUntil: (until: Date) => Credentials;
};

/**
 * What clients call the sandbox through its proxy: they tend to go to their own machine directly, whatever proxy is set. RFC 6761
 * keeps .test out of the public DNS.
 */
export const NAME_BEHIND_PROXY = 'sandbox.test';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple's and Chromium's longest for a server is 398 days. */
const VALID_DAYS = 365;

const OID = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
} as const;

type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
type Issuer = { readonly name: string; readonly keys: Pair };

type Subject = {
  readonly name: string;
  readonly keys: Pair;
  readonly isAuthority: boolean;
  readonly hosts: readonly Buffer[];
  readonly from: Date;
  readonly until: Date;
};

export function makeCertificates(now: Date): Certificates {
  const day = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
  const ca: Subject = {
    name: 'Deposit Desk sandbox test CA',
    keys: newKeys(),
    isAuthority: true,
    hosts: [],
    from: day(-2),
    until: day(VALID_DAYS),
  };
  const here = [dnsName('localhost'), dnsName(NAME_BEHIND_PROXY), ipAddress([127, 0, 0, 1])];
  const server = (overrides: Partial<Subject> = {}): Subject => ({
    name: 'Deposit Desk sandbox',
    keys: newKeys(),
    isAuthority: false,
    hosts: here,
    from: day(-2),
    until: day(VALID_DAYS),
    ...overrides,
  });
  const show = (subject: Subject, issuer: Issuer): Credentials => ({
    cert: certificate(subject, issuer),
    key: subject.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  const own = server();
  return {
    caPem: certificate(ca, ca),
    good: show(server(), ca),
    expired: show(server({ until: day(-1) }), ca),
    selfSigned: show(own, own),
    wrongHost: show(server({ hosts: [dnsName('wrong-host.example')] }), ca),
    goodUntil: (until) => show(server({ until }), ca),
  };
}

function newKeys(): Pair {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

/** RFC 5280, section 4.1. */
function certificate(subject: Subject, issuer: Issuer): string {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  // The first bit is cleared: a serial number is at most 20 octets and positive.
  const serial = BigInt(`0x${randomBytes(16).toString('hex')}`) >> 1n;
  const toBeSigned = sequence(
    tagged(0, integer(2n)),
    integer(serial),
    algorithm,
    nameOf(issuer.name),
    sequence(time(subject.from), time(subject.until)),
    nameOf(subject.name),
    publicKeyInfo(subject.keys),
    tagged(3, sequence(...extensions(subject, issuer))),
  );
  const signature = sign('sha256', toBeSigned, issuer.keys.privateKey);
  return pem(sequence(toBeSigned, algorithm, bits(signature)));
}

function extensions(subject: Subject, issuer: Issuer): readonly Buffer[] {
  const { isAuthority, hosts, keys } = subject;
  const common = [
    extension(OID.basicConstraints, sequence(...(isAuthority ? [boolean(true)] : [])), true),
    // Bits from the left: keyCertSign is the sixth, digitalSignature the first.
    extension(
      OID.keyUsage,
      isAuthority ? bits(Buffer.from([0b0000_0100]), 2) : bits(Buffer.from([0b1000_0000]), 7),
      true,
    ),
    extension(OID.subjectKeyId, octets(keyId(keys))),
    extension(OID.authorityKeyId, sequence(implicit(0, keyId(issuer.keys)))),
  ];
  if (isAuthority) return common;
  return [
    ...common,
    extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth))),
    extension(OID.subjectAltName, sequence(...hosts)),
  ];
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(value));
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(oid(OID.commonName), utf8(commonName))));
}

function publicKeyInfo({ publicKey }: Pair): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** Any digest will do as long as issuer and subject agree on it. */
function keyId(keys: Pair): Buffer {
  return createHash('sha256').update(publicKeyInfo(keys)).digest().subarray(0, 20);
}

function dnsName(name: string): Buffer {
  return implicit(2, Buffer.from(name, 'ascii'));
}

function ipAddress(octetList: readonly number[]): Buffer {
  return implicit(7, Buffer.from(octetList));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/gu) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
