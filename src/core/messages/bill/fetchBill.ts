import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type LinkRules, judgeLink, webOriginOf } from '#shared/domain/link.ts';
import type { Profile, ProxySetting } from '#shared/domain/profile.ts';
import { MAX_PICTURE_BYTES, type Picture } from '#shared/domain/picture.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { RulesFor } from '../../desk/links/links.ts';
import type { Profiles } from '../../profiles/profiles.ts';
import type { Connect } from '../../provider/connect.ts';
import { isPublicAddress } from '../../provider/publicAddress.ts';
import { download } from './download.ts';
import { checkPicture } from './picture.ts';
import type { LogPort } from '../../log/openLog.ts';

/** For everything, from the name to the last byte. */
const DEADLINE_MS = 15_000;

export type BillDeps = {
  readonly log: Pick<LogPort, 'find'>;
  readonly profiles: Pick<Profiles, 'find'>;
  /** The same as for links. */
  readonly linkRules: RulesFor;
  readonly connect: Connect;
  readonly userAgent: string;
  /** The desk is closing. */
  readonly stop: AbortSignal;
};

export type BillAddress = {
  readonly url: URL;
  readonly proxy: ProxySetting;
  /** The exact origin of a profile in Sandbox, which may well be this machine. */
  readonly isSandbox: boolean;
};

/** The address of the picture that this request was answered with. */
export async function billAddressOf(
  intentId: IntentId,
  { log, profiles, linkRules }: Pick<BillDeps, 'log' | 'profiles' | 'linkRules'>,
): Promise<Result<BillAddress, Failure>> {
  const request = await log.find(intentId);
  if (request === null) return err(failure('request_not_found'));
  const given =
    request.outcome === 'accepted' && request.answer.flow === 'create'
      ? (request.answer.record.payment_bill_url ?? null)
      : null;
  if (given === null) return err(failure('bill_not_fetched', 'this request has no bill'));
  // A profile that was deleted gives nothing away: then nothing is let through for its sake.
  const found = profiles.find(request.profileId);
  const profile = found.ok ? found.value : null;
  return billAddress(given, profile, linkRules(profile));
}

export function billAddress(
  given: string,
  profile: Pick<Profile, 'proxy'> | null,
  rules: LinkRules,
): Result<BillAddress, Failure> {
  const judged = judgeLink(given, rules);
  if (judged.kind === 'refused') return err(failure('bill_not_safe', judged.reason));
  const { address } = judged;
  return ok({
    url: new URL(address),
    proxy: profile?.proxy ?? { mode: 'system' },
    isSandbox: rules.sandboxOrigin !== null && webOriginOf(address) === rules.sandboxOrigin,
  });
}

/** The provider's server chose the picture's address and its bytes: neither is trusted. */
export async function fetchBill(
  { url, proxy, isSandbox }: BillAddress,
  { connect, userAgent, stop }: Pick<BillDeps, 'connect' | 'userAgent' | 'stop'>,
  deadlineMs: number = DEADLINE_MS,
): Promise<Result<Picture, Failure>> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(deadlineMs)]);
  const connected = await connect(url, {
    timeoutMs: deadlineMs,
    signal,
    proxy,
    mayReach: isSandbox ? () => true : isPublicAddress,
  });
  if (!connected.ok) {
    const isRefused = connected.error.cause === 'ADDRESS_REFUSED';
    const code = isRefused ? 'bill_not_safe' : 'bill_not_fetched';
    return err(failure(code, `${connected.error.code}: ${connected.error.detail}`));
  }
  const { socket } = connected.value;
  const bytes = await download(socket, { url, userAgent, mostBytes: MAX_PICTURE_BYTES, signal });
  return bytes.ok ? checked(bytes.value) : bytes;
}

function checked(bytes: Buffer): Result<Picture, Failure> {
  const picture = checkPicture(bytes);
  if (!picture.ok) return err(failure('bill_not_safe', picture.error.detail));
  return ok({ ...picture.value, base64: bytes.toString('base64') });
}
