import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';

import type { TeamStatement } from '#shared/domain/operator.ts';
import { ROLES, type Role } from '#shared/domain/permission.ts';

/**
 * Signatures of people of a team (Ed25519). The root key signs supervisors, supervisors sign the keys and roles of others; every desk
 * verifies that against the root key of its invitation. The server verifies nothing: it could be made to say anything.
 */

/** What a signature is about. A signature for one purpose, team, desk or subject is none for another. */
type Statement =
  | {
      readonly purpose: 'person';
      readonly teamId: string;
      readonly publicKey: string;
      readonly role: TeamRole;
      readonly name: string;
    }
  | TeamStatement;

/** `none` ends a key for ever: a person who comes back gets a new one. */
export type TeamRole = Role | 'none';

/** As the server keeps it; anybody may have written it there. */
export type SignedPerson = {
  readonly publicKey: string;
  readonly role: string;
  readonly name: string;
  /** The root's public key, or a supervisor's. */
  readonly signedBy: string;
  readonly signature: string;
};

export type Trusted = { readonly publicKey: string; readonly name: string; readonly role: Role };

const FORMAT = 'deposit-desk-team-1';

/** A list of texts in JSON: no two statements have the same bytes. */
function bytesOf(statement: Statement): Buffer {
  const { purpose, teamId } = statement;
  const parts =
    statement.purpose === 'person'
      ? [statement.publicKey, statement.role, statement.name]
      : [
          statement.deskId,
          statement.subject,
          statement.digest,
          statement.contentHash,
          statement.expiresAt,
        ];
  return Buffer.from(JSON.stringify([FORMAT, purpose, teamId, ...parts]));
}

/** Of what a signer was shown, or says. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

export type TeamKey = { readonly publicKey: string; readonly privateKey: string };

/** Each as one line of base64: of SPKI, and of PKCS #8. */
export function newTeamKey(): TeamKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

export function signStatement(statement: Statement, privateKey: string): string {
  return sign(null, bytesOf(statement), privateKeyOf(privateKey)).toString('base64');
}

/** Never throws: keys and signatures come from the server. */
export function isSigned(statement: Statement, signature: string, publicKey: string): boolean {
  try {
    const key = publicKeyOf(publicKey);
    const isEd25519 = key.asymmetricKeyType === 'ed25519';
    return isEd25519 && verify(null, bytesOf(statement), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** PEM, as the root's is written (a private key has its public one in it); else base64 of DER. */
function publicKeyOf(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPublicKey(text);
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}

function privateKeyOf(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text);
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
}

/** A private key of one line, as PEM: its public key can be read from that. */
export function privatePem(privateKey: string): string {
  return `-----BEGIN PRIVATE KEY-----\n${privateKey}\n-----END PRIVATE KEY-----\n`;
}

/** The one spelling of a key: what is compared, kept and signed. Null: it is no Ed25519 key. */
export function publicKeyText(text: string): string | null {
  try {
    const key = publicKeyOf(text.trim());
    if (key.asymmetricKeyType !== 'ed25519') return null;
    return key.export({ type: 'spki', format: 'der' }).toString('base64');
  } catch {
    return null;
  }
}

/** Whether the record bears the signature of the key that it names. */
export function isSignedPerson(one: SignedPerson, teamId: string): boolean {
  const role = roleOf(one.role);
  const { publicKey, name, signature, signedBy } = one;
  // Another spelling of an ended key would be a key that was never ended.
  if (role === null || publicKeyText(publicKey) !== publicKey) return false;
  const statement = { purpose: 'person' as const, teamId, publicKey, role, name };
  return isSigned(statement, signature, signedBy);
}

/**
 * The people whose signatures count, from whatever the server has: supervisors by the root alone, others by such a supervisor. A
 * record that is not signed in that way is as if it were not there, so that a desk which writes nonsense changes nothing.
 */
export function trustedPeople(
  people: readonly SignedPerson[],
  teamId: string,
  rootKey: string,
): readonly Trusted[] {
  const root = publicKeyText(rootKey);
  if (root === null) return [];
  const isGood = (one: SignedPerson): boolean => isSignedPerson(one, teamId);
  const byRoot = people.filter((one) => one.signedBy === root && isGood(one));
  const endedByRoot = keysEnded(byRoot);
  const supervisors = byRoot
    .filter(({ publicKey }) => publicKey !== root && !endedByRoot.has(publicKey))
    .flatMap((one) => trusted(one))
    .filter(({ role }) => role === 'supervisor');
  const supervising = new Set(supervisors.map(({ publicKey }) => publicKey));
  const bySupervisor = people.filter((one) => supervising.has(one.signedBy) && isGood(one));
  const ended = new Set([...endedByRoot, ...keysEnded(bySupervisor)]);
  const others = bySupervisor
    .filter(({ publicKey }) => !ended.has(publicKey) && !supervising.has(publicKey))
    .flatMap((one) => trusted(one))
    .filter(({ role }) => role !== 'supervisor');
  return oneEach([...supervisors, ...others]);
}

function roleOf(text: string): TeamRole | null {
  return text === 'none' ? 'none' : (ROLES.find((role) => role === text) ?? null);
}

function trusted({ publicKey, name, role }: SignedPerson): readonly Trusted[] {
  const known = roleOf(role);
  return known === null || known === 'none' ? [] : [{ publicKey, name, role: known }];
}

function keysEnded(people: readonly SignedPerson[]): ReadonlySet<string> {
  return new Set(people.filter(({ role }) => role === 'none').map(({ publicKey }) => publicKey));
}

/** A key has one role and one name. Of several none counts: which one came first is the server's word alone. */
function oneEach(people: readonly Trusted[]): readonly Trusted[] {
  const isOther = (one: Trusted, other: Trusted): boolean =>
    one.publicKey === other.publicKey && (one.role !== other.role || one.name !== other.name);
  const clear = people.filter((one) => !people.some((other) => isOther(one, other)));
  return [...new Map(clear.map((one) => [one.publicKey, one])).values()];
}
