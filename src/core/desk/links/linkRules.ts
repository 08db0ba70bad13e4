import { type LinkRules, portOf, webOriginOf } from '#shared/domain/link.ts';
import type { Profile } from '#shared/domain/profile.ts';

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
