import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import {
  type JudgedLink,
  type LinkRules,
  judgeLink,
  portOf,
  webOriginOf,
} from '#shared/domain/link.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Profiles } from '../../profiles/profiles.ts';
import type { ConfirmedHosts } from './confirmedHosts.ts';

export type RulesFor = (profile: Pick<Profile, 'id' | 'mode' | 'baseUrl'> | null) => LinkRules;

export type LinkRulesDeps = {
  /** Where the host itself answers. */
  readonly ownOrigins: () => readonly string[];
  /** Names and addresses of this machine. */
  readonly ownHosts: () => readonly string[];
  /** Of every profile, switched on or not: what is off now may be on when the link is opened. */
  readonly listenerPorts: () => readonly number[];
};

/** What must be known of this desk to judge an address, as it is now. */
export function createLinkRules(deps: LinkRulesDeps): RulesFor {
  return (profile) => {
    return {
      sandboxOrigin: profile?.mode === 'sandbox' ? webOriginOf(profile.baseUrl) : null,
      ownPorts: [
        ...deps.ownOrigins().flatMap((origin) => portOf(origin) ?? []),
        ...deps.listenerPorts(),
      ],
      ownHosts: deps.ownHosts(),
    };
  };
}

export type LinkDeps = {
  readonly profiles: Pick<Profiles, 'find' | 'sandbox'>;
  readonly judgedFor: JudgedFor;
  readonly linkRules: RulesFor;
  readonly confirmedHosts: ConfirmedHosts;
};

/** For which profile an address was judged last: the application's way out is given the address alone. */
export type JudgedFor = {
  readonly note: (address: string, profileId: ProfileId) => void;
  readonly of: (address: string) => ProfileId | null;
};

/** Far more links than a page shows at once. */
const MOST_JUDGED = 1000;

export function createJudgedFor(): JudgedFor {
  const byAddress = new Map<string, ProfileId>();
  return {
    note(address, profileId) {
      byAddress.delete(address);
      byAddress.set(address, profileId);
      const [oldest] = byAddress.keys();
      if (byAddress.size > MOST_JUDGED && oldest !== undefined) byAddress.delete(oldest);
    },
    of: (address) => byAddress.get(address) ?? null,
  };
}

/** Both hosts ask here before anything leaves the desk; the answer is the address to open, never the text that came in. */
export function checkLink(
  { address, profileId }: OperationInput<'link.check'>,
  deps: LinkDeps,
): OperationOutput<'link.check'> {
  const { profile, link } = judged(address, profileId ?? deps.judgedFor.of(address), deps);
  if (link.kind === 'refused') return { verdict: 'refused', reason: link.reason };
  deps.judgedFor.note(link.address, profile.id);
  return {
    verdict: deps.confirmedHosts.has(profile.id, link.host) ? 'open' : 'ask',
    address: link.address,
    host: link.host,
    profileId: profile.id,
    profileName: profile.name,
  };
}

export function confirmLink(
  { address, profileId }: OperationInput<'link.confirm'>,
  deps: LinkDeps,
): Result<Record<string, never>, Failure> {
  const { profile, link } = judged(address, profileId, deps);
  if (link.kind === 'refused') return err(failure('invalid_input', link.reason));
  deps.confirmedHosts.add(profile.id, link.host);
  return ok({});
}

function judged(
  address: string,
  profileId: ProfileId | null,
  { profiles, linkRules }: LinkDeps,
): { readonly profile: Profile; readonly link: JudgedLink } {
  const found = profileId === null ? null : profiles.find(profileId);
  // A profile that is not known lets nothing through for its sake.
  const profile = found?.ok === true ? found.value : profiles.sandbox;
  return { profile, link: judgeLink(address, linkRules(profile)) };
}
