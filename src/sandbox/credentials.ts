import type { Dialect, SignatureFormat } from '#shared/dialect/schema.ts';

import type { Body } from './fields.ts';
import type { ProviderFormat } from './format.ts';
import { type Refusal, refusal } from './refusal.ts';

/** Where a request can carry something besides its fields. */
export type Carried = {
  readonly header: (name: string) => string | undefined;
  readonly query: (name: string) => string | undefined;
};

/** A request whose signature was taken from where it travels. */
export type Sent = {
  /** The document's fields alone. */
  readonly body: Body;
  /** As it came, prefix included; null where there is none. */
  readonly signature: string | null;
  readonly header: Carried['header'];
};

export function takeSignature({ signature }: Dialect, body: Body, carried: Carried): Sent {
  const { in: where, name } = signature.placement;
  const { header } = carried;
  switch (where) {
    case 'header':
      return { body, signature: header(name) ?? null, header };
    case 'query':
      return { body, signature: carried.query(name) ?? null, header };
    case 'body': {
      const { [name]: found, ...fields } = body;
      return { body: fields, signature: typeof found === 'string' ? found : null, header };
    }
  }
}

/** Of GET limit, which has no body: what would travel there travels in the query. */
export function takeLimitSignature({ signature }: Dialect, carried: Carried): string | null {
  const { in: where, name } = signature.placement;
  return (where === 'header' ? carried.header(name) : carried.query(name)) ?? null;
}

export function signatureMissing({ signature: { placement } }: Dialect, isLimit = false): Refusal {
  const where = isLimit && placement.in === 'body' ? 'query' : placement.in;
  const place = { header: 'header', body: 'body field', query: 'query parameter' }[where];
  return refusal(
    401,
    'signature_missing',
    `The request carries no signature in the ${place} ${placement.name}`,
  );
}

/**
 * What is wrong with a signature, told so that an integrator finds it. Everything said is of the format and of the names sent:
 * nothing of the secret, nor of what the right signature would be.
 */
export function findSignatureFault(
  { dialect, voice }: Pick<ProviderFormat, 'dialect' | 'voice'>,
  secret: string,
  signed: { readonly text: string; readonly of: string },
  given: string,
): Refusal | null {
  const { placement, ...knobs } = dialect.signature;
  const wrong = (hint: string): Refusal =>
    refusal(401, 'signature_wrong', `The signature does not match the fields sent. ${hint}`);
  if (!given.startsWith(placement.prefix)) {
    return wrong(`It must begin with ${JSON.stringify(placement.prefix)}`);
  }
  const bare = given.slice(placement.prefix.length);
  if (voice.verifies(signed.text, secret, knobs, bare)) return null;
  const form = formOf(knobs);
  return form.pattern.test(bare)
    ? wrong(`Expected is ${knobs.algorithm} over ${signed.of}, in UTF-8`)
    : wrong(`Expected is ${knobs.algorithm} as ${form.words}`);
}

const BYTES = { md5: 16, sha1: 20, sha256: 32, sha512: 64 } as const;

/** How a signature of this algorithm looks. The length of an RSA one is its key's. */
function formOf({ algorithm, output }: Pick<SignatureFormat, 'algorithm' | 'output'>): {
  readonly pattern: RegExp;
  readonly words: string;
} {
  const bytes = algorithm === 'rsa-sha256' ? null : BYTES[hashOf(algorithm)];
  if (output === 'base64') {
    const length = bytes === null ? null : Math.ceil(bytes / 3) * 4;
    return {
      pattern: new RegExp(
        length === null ? '^[A-Za-z0-9+/]+=*$' : `^[A-Za-z0-9+/=]{${length}}$`,
        'u',
      ),
      words:
        length === null ? 'base64 with padding' : `base64 of ${length} characters, with padding`,
    };
  }
  const [digits, letters] = output === 'hex-lower' ? ['0-9a-f', 'lower'] : ['0-9A-F', 'upper'];
  const count = bytes === null ? '+' : `{${bytes * 2}}`;
  return {
    pattern: new RegExp(`^[${digits}]${count}$`, 'u'),
    words: `${bytes === null ? '' : `${bytes * 2} `}hex digits in ${letters} case`,
  };
}

function hashOf(
  algorithm: Exclude<SignatureFormat['algorithm'], 'rsa-sha256'>,
): keyof typeof BYTES {
  switch (algorithm) {
    case 'hmac-sha256':
    case 'sha256':
      return 'sha256';
    case 'hmac-sha512':
    case 'sha512':
      return 'sha512';
    case 'hmac-sha1':
    case 'sha1':
      return 'sha1';
    case 'md5':
      return 'md5';
  }
}
