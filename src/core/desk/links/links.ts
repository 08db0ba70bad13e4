import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import {
  type JudgedLink,
  type LinkRules,
  judgeLink,
  portOf,
  webOriginOf,
} from '#shared/domain/link.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Profiles } from '../../profiles/profiles.ts';
import type { SettingsStore } from '../settings.ts';
import type { ConfirmedHosts } from './confirmedHosts.ts';

export type RulesFor = (profile: Pick<Profile, 'id' | 'mode' | 'baseUrl'> | null) => LinkRules;

export type LinkRulesDeps = {
  readonly activeProfileId: () => Profile['id'];
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
    const isException = profile?.mode === 'sandbox' && profile.id === deps.activeProfileId();
    return {
      sandboxOrigin: isException ? webOriginOf(profile.baseUrl) : null,
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
  readonly settings: {
    readonly get: () => Pick<ReturnType<SettingsStore['get']>, 'activeProfileId'>;
  };
  readonly linkRules: RulesFor;
  readonly confirmedHosts: ConfirmedHosts;
};

/** Both hosts ask here before anything leaves the desk; the answer is the address to open, never the text that came in. */
export function checkLink(address: string, deps: LinkDeps): OperationOutput<'link.check'> {
  const { profile, link } = judged(address, deps);
  if (link.kind === 'refused') return { verdict: 'refused', reason: link.reason };
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
  const { profile, link } = judged(address, deps);
  if (profile.id !== profileId) {
    return err(failure('invalid_input', 'Another profile is the active one by now'));
  }
  if (link.kind === 'refused') return err(failure('invalid_input', link.reason));
  deps.confirmedHosts.add(profile.id, link.host);
  return ok({});
}

function judged(
  address: string,
  { profiles, settings, linkRules }: LinkDeps,
): { readonly profile: Profile; readonly link: JudgedLink } {
  const active = profiles.find(settings.get().activeProfileId);
  const profile = active.ok ? active.value : profiles.sandbox;
  return { profile, link: judgeLink(address, linkRules(profile)) };
}
