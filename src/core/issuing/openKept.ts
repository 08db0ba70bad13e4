import type { ProfileId } from '#shared/domain/ids.ts';

import { type Drafts, type DraftsDeps, createDrafts } from './drafts.ts';
import { type Templates, createTemplates } from '../messages/templates.ts';
import type { LogPort } from '../log/openLog.ts';

type OpenKeptDeps = Omit<DraftsDeps, 'isInUse' | 'isRecorded'> & {
  readonly findInUse: (profileId: ProfileId) => { readonly ok: boolean };
  readonly log: Pick<LogPort, 'health' | 'find'>;
};

type Kept = {
  readonly drafts: Drafts;
  readonly templates: Templates;
};

/** What the desk keeps for the form and for messages. */
export function openKept(deps: OpenKeptDeps): Kept {
  const { log, findInUse } = deps;
  return {
    templates: createTemplates(deps),
    drafts: createDrafts({
      ...deps,
      isInUse: (profileId) => findInUse(profileId).ok,
      // A log that cannot be read knows of nothing; then W1 will say so, if anything is issued at all.
      isRecorded: async (intentId) =>
        log.health().state === 'ok' && (await log.find(intentId)) !== null,
    }),
  };
}
