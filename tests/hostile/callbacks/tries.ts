import { createHmac } from 'node:crypto';

import { z } from 'zod';

import { DEFAULT_DIALECT } from '../../../src/shared/dialect/presets.ts';
import { type CallbackFormat, DEFAULT_CALLBACK } from '../../../src/shared/dialect/schema.ts';
import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import { ownFetch } from '../../support/ownFetch.ts';
import { EVIL_PROFILE, type HostileDesk } from '../hostileDesk.ts';
import type { Forgery, ForgeryRow } from './forgeries.ts';

export type Tries = {
  readonly desk: HostileDesk;
  readonly address: string;
  readonly fail: (what: string) => void;
  tried: number;
};

export async function listen(desk: HostileDesk): Promise<string> {
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId: EVIL_PROFILE, settings, newPath: false };
  return z.object({ address: z.string() }).parse(await desk.ask('callback.setListener', set))
    .address;
}

export const SECRET = 'the secret of callbacks';
const profileSchema = z.looseObject({ id: z.string(), archivedAt: z.unknown() });

/** The format of the row, and its secret. */
export async function teach(
  { desk }: Tries,
  { format, over, secret }: Pick<ForgeryRow, 'format' | 'over' | 'secret'>,
  recipe: Partial<NonNullable<CallbackFormat['signature']>> = {},
): Promise<void> {
  const profiles = z.array(profileSchema).parse(await desk.ask('profile.list', {}));
  const profile = profiles.find(({ id: own }) => own === EVIL_PROFILE);
  if (profile === undefined) throw new Error('The profile is gone');
  const { id, archivedAt: _, ...setUp } = profile;
  const signature: CallbackFormat['signature'] = {
    ...DEFAULT_DIALECT.signature,
    algorithm: 'hmac-sha256',
    keyTransform: 'text',
    output: 'hex-lower',
    placement: { in: 'header', name: 'X-Signature', prefix: '' },
    secret: secret ?? 'shared',
    over,
    ...recipe,
  };
  const callback = { ...DEFAULT_CALLBACK, format, signature };
  const dialect = { ...DEFAULT_DIALECT, callback };
  await desk.ask('profile.save', { id, setUp: { ...setUp, dialect } });
  const slot = { kind: secret === 'own' ? 'callback' : 'signing' };
  const given = { slot, secret: secretOf(secret), keep: 'run' };
  await desk.ask('profile.setSecret', { profileId: EVIL_PROFILE, ...given });
}

/** Of its own: another one than requests are signed with, or it would count as shared. */
function secretOf(secret: 'own' | undefined): string {
  return secret === 'own' ? `${SECRET} alone` : SECRET;
}

export function hmacBy(row: Pick<ForgeryRow, 'secret'>, text: string): string {
  return createHmac('sha256', secretOf(row.secret)).update(text).digest('hex');
}

export async function send(
  address: string,
  { query, body, signed }: Forgery,
  signature = hmacBy({}, signed),
): Promise<void> {
  const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers = { 'X-Signature': signature, 'content-type': type };
  const url = query === '' ? address : `${address}?${query}`;
  const sent = body === '' ? { headers } : { method: 'POST', headers, body };
  await ownFetch(url, sent);
}

const historySchema = z.looseObject({
  request: z.looseObject({
    stringToSign: z.string(),
    heard: z.looseObject({ state: z.string().nullable(), isVerified: z.boolean() }).optional(),
  }),
});

export async function requestOf({ desk }: Tries, intentId: string) {
  return historySchema.parse(await desk.ask('log.history', { intentId })).request;
}
