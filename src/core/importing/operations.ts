import { ok } from '#shared/domain/result.ts';

import type { Operations } from '../dispatch.ts';
import type { LimitsService } from '../limits/service.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Importer } from './importer.ts';
import { templateFile } from './template.ts';

type ImportOperation = Extract<keyof Operations, `import.${string}` | 'batch.template'>;

export type ImportOperationDeps = {
  readonly importer: Importer;
  readonly profiles: Pick<Profiles, 'findInUse'>;
  readonly limits: Pick<LimitsService, 'read'>;
};

/** A template does not wait longer for the provider: limits that are in hand do. */
const LIMITS_PATIENCE_MS = 3000;

/** Reading and checking a file of requests. */
export function importOperations({
  importer,
  profiles,
  limits,
}: ImportOperationDeps): Pick<Operations, ImportOperation> {
  return {
    'import.begin': importer.begin,
    'import.add': importer.add,
    'import.read': importer.read,
    'import.preview': importer.preview,
    'import.check': importer.check,
    'import.rows': importer.rows,
    'import.correct': importer.correct,
    'import.leaveOut': importer.leaveOut,
    'import.accept': importer.accept,
    'import.current': importer.current,
    'import.cancel': importer.cancel,
    'import.close': importer.close,
    async 'batch.template'({ profileId, flow }) {
      const profile = profiles.findInUse(profileId);
      if (!profile.ok) return profile;
      const { snapshot } = await limits.read(profile.value, false, LIMITS_PATIENCE_MS);
      return ok(await templateFile(flow, snapshot));
    },
  };
}
