import { failure } from '#shared/domain/failure.ts';
import { type JudgedLink, judgeLink } from '#shared/domain/link.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Handlers } from '../../dispatch.ts';
import type { Profiles } from '../../profiles/profiles.ts';
import type { SettingsStore } from '../settings.ts';
import type { ConfirmedHosts } from './confirmedHosts.ts';
import type { RulesFor } from './linkRules.ts';

export type LinkHandlerDeps = {
  readonly profiles: Pick<Profiles, 'find' | 'sandbox'>;
  readonly settings: {
    readonly get: () => Pick<ReturnType<SettingsStore['get']>, 'activeProfileId'>;
  };
  readonly linkRules: RulesFor;
  readonly confirmedHosts: ConfirmedHosts;
};

/** Both hosts ask here before anything leaves the desk; the answer is the address to open, never the text that came in. */
export function linkHandlers({
  profiles,
  settings,
  linkRules,
  confirmedHosts,
}: LinkHandlerDeps): Pick<Handlers, 'link.check' | 'link.confirm'> {
  function judged(address: string): { readonly profile: Profile; readonly link: JudgedLink } {
    const active = profiles.find(settings.get().activeProfileId);
    const profile = active.ok ? active.value : profiles.sandbox;
    return { profile, link: judgeLink(address, linkRules(profile)) };
  }

  return {
    async 'link.check'({ address }) {
      const { profile, link } = judged(address);
      if (link.kind === 'refused') return ok({ verdict: 'refused', reason: link.reason });
      const isKnown = confirmedHosts.has(profile.id, link.host);
      return ok({
        verdict: isKnown ? 'open' : 'ask',
        address: link.address,
        host: link.host,
        profileId: profile.id,
        profileName: profile.name,
      });
    },
    async 'link.confirm'({ address, profileId }) {
      const { profile, link } = judged(address);
      if (profile.id !== profileId) {
        return err(failure('invalid_input', 'Another profile is the active one by now'));
      }
      if (link.kind === 'refused') return err(failure('invalid_input', link.reason));
      confirmedHosts.add(profile.id, link.host);
      return ok({});
    },
  };
}
