import type { Shell } from 'electron';

import { DESK, type Services } from '#core/ports.ts';
import { CONTRACT, type OperationOutput } from '#shared/contract/operations.ts';

export type LinkQuestion = {
  readonly host: string;
  readonly profileName: string;
  readonly address: string;
};

export type OpenExternalDeps = {
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly dispatch: Services['dispatch'];
  /** Whether the operator agrees to this host for this profile. */
  readonly confirm: (question: LinkQuestion) => Promise<boolean>;
  /** `not_kept`: the operator agreed, but core could not keep it, so nothing was opened. */
  readonly onFailed: (why: 'not_kept' | 'not_opened') => void;
};

/**
 * The one way out of the app. Core judges the address (https without credentials, plain http only for the origin of a sandbox
 * profile's own requests, never the desk itself) and gives it back re-serialised; the operator agrees once for a host and a profile.
 */
export function createOpenExternal(deps: OpenExternalDeps): (address: string) => Promise<void> {
  /** One question at a time: a page must not be able to pile them up until the operator presses the wrong button. */
  let isAsking = false;

  async function agreed(link: LinkQuestion): Promise<boolean> {
    if (isAsking) return false;
    isAsking = true;
    try {
      return await deps.confirm(link);
    } finally {
      isAsking = false;
    }
  }

  return async (address) => {
    const link = await check(deps, address);
    if (link === null) return;
    if (link.verdict === 'ask') {
      if (!(await agreed(link))) return;
      // A page may have asked about the same address for another profile meanwhile: the operator has not agreed for that one.
      const { address: agreedTo, profileId } = link;
      const kept = await deps.dispatch(DESK, 'link.confirm', { address: agreedTo, profileId });
      if (!kept.ok) {
        deps.onFailed('not_kept');
        return;
      }
      const again = await check(deps, agreedTo);
      if (again?.verdict !== 'open' || again.profileId !== profileId) return;
    }
    await open(deps, link.address);
  };
}

type Passed = Exclude<OperationOutput<'link.check'>, { readonly verdict: 'refused' }>;

async function check({ dispatch }: OpenExternalDeps, address: string): Promise<Passed | null> {
  const reply = await dispatch(DESK, 'link.check', { address });
  if (!reply.ok) return null;
  const judged = CONTRACT['link.check'].output.parse(reply.value);
  return judged.verdict === 'refused' ? null : judged;
}

async function open({ shell, onFailed }: OpenExternalDeps, address: string): Promise<void> {
  // The system would start a program for any other scheme: not even a mistake in core may get that far.
  if (!/^https?:\/\/[^@/?#]+(?:[/?#]|$)/u.test(address)) return;
  try {
    await shell.openExternal(address);
  } catch {
    onFailed('not_opened');
  }
}
