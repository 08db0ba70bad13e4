import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';

import { CONTRACT } from '#shared/contract/operations.ts';
import { createFieldsSchema } from '#shared/domain/deposit.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Outgoing } from '#core/provider/client.ts';
import { depositRequestOf } from '#core/provider/requests.ts';

import { createInput } from '../../tests/support/builders.ts';
import type { Provider } from '../../tests/support/provider.ts';
import { openWholeDesk } from '../../tests/support/wholeDesk.ts';

/** One request from start to end, in milliseconds. */
export type Side = () => Promise<number>;

export type Sides = {
  /** The operator types: what the form tells the desk ahead of a request. */
  readonly typed: () => Promise<void>;
  /** Issued by the desk: W1, connection, W2, bytes, answer, W3, and the screen is told. */
  readonly desk: Side;
  /** The same body, signed beforehand, by the fetch of this runtime, which keeps its connections. */
  readonly bareFetch: Side;
  readonly close: () => Promise<void>;
};

const HEADERS_OF_FETCH: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);

export async function openSides(dir: string, provider: Provider): Promise<Sides> {
  const { origin: baseUrl, merchant, secret } = provider;
  const anchorKey = randomBytes(32).toString('hex');
  const dataDir = path.join(dir, 'desk');
  const desk = await openWholeDesk({ dataDir, baseUrl, merchant, secret, anchorKey });
  await desk.ask('limits.read', { profileId: 'sandbox', refresh: true });
  const [profile] = CONTRACT['profile.list'].output.parse(await desk.ask('profile.list', {}));
  if (profile === undefined) throw new Error('The desk has no sandbox profile');
  return {
    async typed() {
      await desk.ask('issue.prepare', { profileId: 'sandbox' });
    },
    async desk() {
      const input = createInput({ order_id: newOrder() });
      const rested = desk.rested(input.intentId);
      const startedMs = performance.now();
      await desk.ask('issue.create', input);
      const { outcome } = await rested;
      const tookMs = performance.now() - startedMs;
      if (outcome !== 'accepted') throw new Error(`The desk's request is ${outcome}`);
      return tookMs;
    },
    async bareFetch() {
      const { url, headers, body } = signedRequest(profile, secret);
      const own = headers.filter(([name]) => !HEADERS_OF_FETCH.has(name.toLowerCase()));
      const startedMs = performance.now();
      const response = await fetch(url, {
        method: 'POST',
        headers: own.map(([name, value]): [string, string] => [name, value]),
        body,
      });
      await response.text();
      const tookMs = performance.now() - startedMs;
      if (response.status !== 200) throw new Error(`The bare fetch got ${response.status}`);
      return tookMs;
    },
    close: desk.services.close,
  };
}

function newOrder(): string {
  return `B-${randomUUID()}`;
}

function signedRequest(profile: Profile, secret: string): Outgoing {
  const { fields } = createInput({ order_id: newOrder() });
  const filled = Object.entries(fields).filter(([, value]) => value !== '');
  const body = createFieldsSchema.parse({
    ...Object.fromEntries(filled),
    merchant: profile.merchant,
  });
  const request = depositRequestOf(
    profile,
    { flow: 'create', fields: body },
    {
      secrets: { signing: secret, headers: new Map() },
      userAgent: 'DepositDesk/0.0.0',
      clock: { now: () => new Date() },
      chance: { uuid: randomUUID, bytes: randomBytes },
    },
  );
  if (!request.ok) throw new Error(`The bare fetch cannot be signed: ${request.error}`);
  return request.value;
}
