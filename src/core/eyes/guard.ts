import type { EyesContent, EyesFact, EyesKind, EyesReason } from '#shared/domain/eyes.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { type Profile, whereTo } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { digestOf } from './digest.ts';
import type { Eyes } from './eyes.ts';
import type { LogPort } from '../log/openLog.ts';

type Guarded = {
  readonly act: Exclude<EyesContent['kind'], 'issue'>;
  readonly operator: Operator;
  /** Those whose rules count. */
  readonly profiles: readonly Profile[];
  /** Covered by the digest. */
  readonly content: unknown;
  /** The same for the approver's eyes. */
  readonly facts: readonly EyesFact[];
  readonly batchId?: string;
};

/**
 * For everything but a W1: refuses with a card where a rule asks for a second person. With an approval of exactly this it puts
 * `approval_used` on record and lets the use case go on; an approval is used up also where the act itself fails afterwards.
 */
export type Guard = {
  /** False: no profile has any, and what a card would say need not be read. */
  readonly hasRules: () => boolean;
  readonly byKind: (kind: EyesKind, guarded: Guarded) => Promise<Result<void, Failure>>;
  readonly byReasons: (
    reasons: readonly EyesReason[],
    guarded: Guarded,
  ) => Promise<Result<void, Failure>>;
};

type GuardDeps = { readonly eyes: Eyes; readonly log: Pick<LogPort, 'recordApprovalUsed'> };

export function createGuard({ eyes, log }: GuardDeps): Guard {
  const byReasons: Guard['byReasons'] = async (reasons, guarded) => {
    const { act, operator, profiles, content, facts, batchId } = guarded;
    const [profile] = profiles;
    if (reasons.length === 0 || profile === undefined) return ok(undefined);
    const author = operator.personId ?? null;
    const digest = digestOf(eyes.digestKey, act, { content, author, of: profiles.map(identityOf) });
    const approval = eyes.approvalOf(() => digest);
    if (approval === null) {
      const key = `${act} ${batchId ?? digest}`;
      const asked = { key, digest, reasons, profile, author: operator };
      return err(eyes.ask({ ...asked, content: { kind: act, facts } }));
    }
    // Before it is on record: a second call must not find it again. Where it cannot be recorded, it is asked for anew.
    eyes.used(digest);
    const more = batchId === undefined ? {} : { batchId, to: whereTo(profile) };
    const used = { operator, profileId: profile.id, reasons, approval, ...more };
    return log.recordApprovalUsed(used);
  };
  return {
    hasRules: () => Object.keys(eyes.book()).length > 0,
    byReasons,
    byKind(kind, guarded) {
      const profiles = guarded.profiles.filter(({ id }) => eyes.rulesOf(id).kinds.includes(kind));
      return byReasons(profiles.length === 0 ? [] : [kind], { ...guarded, profiles });
    },
  };
}

function identityOf(profile: Profile): unknown {
  return { id: profile.id, ...whereTo(profile) };
}
