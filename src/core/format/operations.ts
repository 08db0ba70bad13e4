import type { FORMAT_OPERATIONS } from '#shared/contract/format.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Chance, Clock } from '../ports.ts';
import { stringToSign } from '../provider/stringToSign.ts';
import type { Secrets } from '../vault/secrets.ts';
import { explain } from './lab/explain.ts';
import { searchKnobs } from './lab/search.ts';
import { type TeachDeps, teachRefusal } from './teachRefusal.ts';

export type FormatOperationDeps = TeachDeps & {
  readonly secrets: Pick<Secrets, 'read'>;
  readonly redactor: Redactor;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly chance: Chance;
};

/** What refusals look like, and the signature lab, where nothing is sent or kept and no secret comes back. */
export function formatOperations(
  deps: FormatOperationDeps,
): DomainOperations<typeof FORMAT_OPERATIONS> {
  const { profiles, secrets, redactor, log } = deps;

  async function signingSecret(
    profile: Profile,
  ): Promise<Result<string, 'secret_missing' | 'vault_unavailable'>> {
    const read = await secrets.read(profile);
    if (!read.ok) return err('vault_unavailable');
    return read.value === null ? err('secret_missing') : ok(read.value.signing);
  }

  return {
    async 'format.pastAnswers'({ profileId, refusal }) {
      const profile = profiles.find(profileId);
      return profile.ok ? ok(await log.answersLike(profileId, refusal)) : profile;
    },
    'format.teach': ({ profileId, refusal }, { operator }) =>
      teachRefusal(profileId, refusal, operator, deps),
    async 'lab.explain'({ profileId, dialect, body }) {
      const found = profiles.find(profileId);
      if (!found.ok) return found;
      const profile = { ...found.value, dialect };
      const secret = await signingSecret(withoutHeaders(profile));
      return ok(redactor.deep(explain(profile, body, secret, deps)));
    },
    async 'lab.search'({ profileId, dialect, body, expected, exampleSecret }) {
      const startedMs = performance.now();
      const found = profiles.find(profileId);
      if (!found.ok) return found;
      const profile = withoutHeaders({ ...found.value, dialect });
      const secret = exampleSecret === null ? await signingSecret(profile) : ok(exampleSecret);
      const searched = secret.ok
        ? await searchKnobs(stringToSign(body), secret.value, expected, dialect.signature)
        : { tried: 0, matches: [] };
      return ok({
        ...searched,
        elapsedMs: Math.round(performance.now() - startedMs),
        problem: secret.ok ? null : secret.error,
      });
    },
  };
}

/** Of the vault only the signing secret is asked for: the others are dots here anyway. */
function withoutHeaders(profile: Profile): Profile {
  return { ...profile, dialect: { ...profile.dialect, companionHeaders: [] } };
}
