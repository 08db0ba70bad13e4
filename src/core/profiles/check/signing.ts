import type { CheckStep } from '#shared/domain/connectionCheck.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Result } from '#shared/domain/result.ts';

import type { Chance, Clock, VaultFault } from '../../ports.ts';
import { type RequestFault, limitRequestOf } from '../../provider/requests.ts';
import { sign } from '../../provider/sign.ts';
import type { SigningSecrets } from '../../vault/secrets.ts';
import type { Verdict } from './answering.ts';

export type SecretsRead = Result<SigningSecrets | null, VaultFault>;

type SignDeps = { readonly clock: Clock; readonly chance: Chance; readonly userAgent: string };

/**
 * Whether the provider took the signature, where GET limit is signed; else only that there is a secret which can sign. More
 * cannot be known without issuing.
 */
export function signatureStep(
  profile: Profile,
  secrets: SecretsRead | null,
  verdict: Verdict | null,
  deps: SignDeps,
): CheckStep {
  if (secrets === null || !secrets.ok) {
    const facts = { fault: secrets?.error ?? 'timed_out' };
    return { step: 'signature', status: 'failed', code: 'signature_vault_failed', facts };
  }
  const fault = faultOf(profile, secrets.value, deps);
  if (fault !== null) {
    return { step: 'signature', status: 'failed', code: `signature_${fault}`, facts: {} };
  }
  if (profile.dialect.limitRequest !== 'signed') {
    return { step: 'signature', status: 'skipped', code: 'signature_not_exercised', facts: {} };
  }
  if (verdict === null) return notReached();
  const { httpStatus, message, isRecognised } = verdict;
  const facts = { status: String(httpStatus), message };
  if (httpStatus === 401 || httpStatus === 403) {
    return { step: 'signature', status: 'failed', code: 'signature_refused', facts };
  }
  // A 200 may be an error in disguise; only limits show that the request was taken as the merchant's.
  return isRecognised
    ? { step: 'signature', status: 'ok', code: 'signature_accepted', facts }
    : notReached();
}

function notReached(): CheckStep {
  return { step: 'signature', status: 'skipped', code: 'not_reached', facts: {} };
}

/** As far as this machine can tell: a key of the right kind, and every header that needs one. */
function faultOf(
  profile: Profile,
  secrets: SigningSecrets | null,
  deps: SignDeps,
): RequestFault | null {
  if (secrets === null) return 'secret_missing';
  const request = limitRequestOf(profile, { ...deps, secrets });
  if (!request.ok) return request.error;
  const signature = sign(profile.merchant, secrets.signing, profile.dialect.signature);
  return signature.ok ? null : signature.error;
}
