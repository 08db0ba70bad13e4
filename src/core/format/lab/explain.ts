import { keyUseOf } from '#shared/dialect/schema.ts';
import type { DepositBody } from '#shared/domain/deposit.ts';
import type { LabExplanation } from '#shared/domain/lab.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, assertNever } from '#shared/domain/result.ts';

import { DOTS } from '../../journal/redact.ts';
import { type Travelling, depositRequestWith, shownHeaders } from '../../provider/requests.ts';
import { type SigningRecipe, sign } from '../../provider/sign.ts';
import { signedSegments, stringToSign } from '../../provider/stringToSign.ts';

type Problem = NonNullable<LabExplanation['problem']>;

/** Where the signature would stand while there is none. */
const NO_SIGNATURE = '<signature>';

/** What would travel, and from what its signature is made. The secret itself is nowhere in it. */
export function explain(
  profile: Profile,
  body: DepositBody,
  secret: Result<string, Exclude<Problem, 'secret_unusable'>>,
  travelling: Omit<Travelling, 'secrets'>,
): LabExplanation {
  const text = stringToSign(body);
  const { signature: format, companionHeaders } = profile.dialect;
  const signature = secret.ok ? sign(text, secret.value, format) : secret;
  // Headers from the vault are dotted below: for showing them, their values need not be known.
  const standIns = companionHeaders.map(({ name }) => [name.toLowerCase(), 'dotted'] as const);
  const outgoing = depositRequestWith(
    profile,
    body,
    signature.ok ? signature.value : NO_SIGNATURE,
    {
      ...travelling,
      secrets: { signing: '', headers: new Map(standIns) },
    },
  );
  if (!outgoing.ok) throw new Error(`a stand-in for a secret is refused: ${outgoing.error}`);
  const { method, url, body: sent } = outgoing.value;
  return {
    segments: signedSegments(body),
    stringToSign: text,
    input: inputOf(text, format),
    signature: signature.ok ? signature.value : null,
    problem: signature.ok ? null : signature.error,
    request: {
      method,
      url: url.href,
      headers: shownHeaders(outgoing.value, profile.dialect),
      body: sent,
    },
  };
}

function inputOf(text: string, { algorithm, secretUse }: SigningRecipe): string {
  const keyUse = keyUseOf(algorithm);
  switch (keyUse) {
    case 'hmac':
    case 'rsa':
      return text;
    case 'plain': {
      const { position, separator } = secretUse;
      const parts = position === 'suffix' ? [text, DOTS] : [DOTS, text];
      return parts.join(separator);
    }
    default:
      return assertNever(keyUse);
  }
}
