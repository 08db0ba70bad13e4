import { createHash, createHmac, scrypt } from 'node:crypto';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Redactor } from '../journal/redact.ts';
import type { CodeHash, PinHash } from '../log/store/peopleEvents.ts';
import type { Chance, PinCost, Vault } from '../ports.ts';
import { isSameSecret } from '../vault/typedCode.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';

/** Beside the profiles' secrets: no profile may have this name. */
export const PEPPER_ACCOUNT = 'people-pepper';

/** Some half a second on a slow machine, in a thread of Node's pool. */
const PIN_COST: PinCost = { N: 2 ** 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PEPPER_BYTES = 32;

export type PinsDeps = {
  readonly keychain: Pick<Vault, 'read' | 'write'>;
  readonly redactor: Pick<Redactor, 'learn'>;
  readonly chance: Pick<Chance, 'bytes'>;
  readonly pinCost?: PinCost | undefined;
};

type Compare = (pin: string, stored: PinHash) => Promise<boolean>;

export type Pins = {
  /** Makes the pepper where the keychain has none yet. */
  readonly hash: (pin: string) => Promise<Result<PinHash, Failure>>;
  /**
   * What compares with PINs of the pepper that the keychain has now. Asked before an attempt is recorded: a keychain that does not
   * answer, or has lost the pepper, must not count as a wrong PIN.
   */
  readonly comparing: (stored: PinHash) => Promise<Result<Compare, Failure>>;
};

/**
 * PINs are short, so a copy of the log alone must not be enough to try them all: the pepper is in the keychain, and each guess costs
 * as much as one sign-in.
 */
export function createPins({ keychain, redactor, chance, pinCost = PIN_COST }: PinsDeps): Pins {
  async function pepper(): Promise<Result<string | null, Failure>> {
    const stored = await keychain.read(PEPPER_ACCOUNT);
    if (!stored.ok) return err(vaultFailure(stored.error));
    if (stored.value !== null) redactor.learn(PEPPER_ACCOUNT, [stored.value]);
    return stored;
  }
  async function pepperOrNew(): Promise<Result<string, Failure>> {
    const known = await pepper();
    if (!known.ok) return known;
    if (known.value !== null) return ok(known.value);
    const fresh = Buffer.from(chance.bytes(PEPPER_BYTES)).toString('base64url');
    redactor.learn(PEPPER_ACCOUNT, [fresh]);
    const written = await keychain.write(PEPPER_ACCOUNT, fresh);
    return written.ok ? ok(fresh) : err(vaultFailure(written.error));
  }
  return {
    async hash(pin) {
      const made = await pepperOrNew();
      if (!made.ok) return made;
      const salt = chance.bytes(SALT_BYTES);
      const hash = await scryptOf(pin, made.value, salt, pinCost);
      return ok({
        salt: hexOf(salt),
        hash: hexOf(hash),
        cost: pinCost,
        pepper: nameOf(made.value),
      });
    },
    async comparing(stored) {
      const known = await pepper();
      if (!known.ok) return known;
      const own = known.value;
      if (own === null || nameOf(own) !== stored.pepper) return err(failure('pin_unusable'));
      return ok(async (pin, { salt, hash, cost }) =>
        isSameSecret(
          await scryptOf(pin, own, Buffer.from(salt, 'hex'), cost),
          Buffer.from(hash, 'hex'),
        ),
      );
    },
  };
}

/** The text is normalised: one keyboard composes a letter, another sends it whole. */
function scryptOf(pin: string, pepper: string, salt: Uint8Array, cost: PinCost): Promise<Buffer> {
  const peppered = createHmac('sha256', pepper).update(pin.normalize('NFKC')).digest();
  // Twice what scrypt itself takes: OpenSSL refuses at the very limit.
  const maxmem = 256 * cost.r * (cost.N + cost.p);
  return new Promise((resolve, reject) => {
    scrypt(peppered, salt, HASH_BYTES, { ...cost, maxmem }, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

/** Names a pepper without giving it away. */
function nameOf(pepper: string): string {
  return createHash('sha256').update(`deposit-desk pepper ${pepper}`).digest('hex').slice(0, 16);
}

export function hashCode(code: Uint8Array, salt: Uint8Array): CodeHash {
  return { salt: hexOf(salt), hash: hexOf(createHmac('sha256', salt).update(code).digest()) };
}

export function isCode(code: Uint8Array, { salt, hash }: CodeHash): boolean {
  return isSameSecret(hashCode(code, Buffer.from(salt, 'hex')).hash, hash);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
