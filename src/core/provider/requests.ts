import type { DepositBody, Flow } from '#shared/domain/deposit.ts';
import type { Profile } from '#shared/domain/profile.ts';

import type { Outgoing } from './client.ts';
import { sign } from './sign.ts';
import { bodyText, stringToSign } from './stringToSign.ts';

const PATHS: Readonly<Record<Flow | 'limit', string>> = {
  create: '/api/v1/requests/deposit/create',
  build: '/api/v1/requests/deposit/build',
  limit: '/api/v1/requests/limit',
};

/** By text and not `new URL(path, base)`, which drops a path in the base. */
function endpointOf(profile: Profile, name: Flow | 'limit'): URL {
  return new URL(`${profile.baseUrl.replace(/\/+$/u, '')}${PATHS[name]}`);
}

/** 4.1, 4.2: the body per part 2 and the signature per part 5, placed as the profile's provider format says. */
export function depositRequestOf(
  profile: Profile,
  body: DepositBody,
  secret: string,
  userAgent: string,
): Outgoing {
  const url = endpointOf(profile, body.flow);
  const text = bodyText(body);
  const { signature } = profile.dialect;
  return {
    method: 'POST',
    url,
    headers: [
      ...commonHeaders(url, userAgent),
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', String(Buffer.byteLength(text, 'utf8'))],
      [signature.placement.name, sign(stringToSign(body), secret, signature)],
    ],
    body: text,
  };
}

/** 4.3. Parameters are not shown by the document; the default format names the merchant in the query, unsigned. */
export function limitRequestOf(profile: Profile, userAgent: string): Outgoing {
  const url = endpointOf(profile, 'limit');
  url.searchParams.set('merchant', profile.merchant);
  return { method: 'GET', url, headers: commonHeaders(url, userAgent), body: '' };
}

function commonHeaders(url: URL, userAgent: string): readonly (readonly [string, string])[] {
  return [
    ['Host', url.host],
    ['User-Agent', userAgent],
    ['Accept', 'application/json'],
    // Records are small, so packing gains nothing; a provider that packs all the same is understood.
    ['Accept-Encoding', 'identity'],
    ['Connection', 'close'],
  ];
}
