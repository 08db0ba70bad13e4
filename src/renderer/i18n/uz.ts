import type { en } from './en.ts';
import { batch } from './uz/batch.ts';
import { callbacks } from './uz/callbacks.ts';
import { check } from './uz/check.ts';
import { comparison } from './uz/comparison.ts';
import { desk } from './uz/desk.ts';
import { exports } from './uz/exports.ts';
import { failures } from './uz/failures.ts';
import { format } from './uz/format.ts';
import { formatTools } from './uz/formatTools.ts';
import { health } from './uz/health.ts';
import { importing } from './uz/importing.ts';
import { issuing } from './uz/issuing.ts';
import { log } from './uz/log.ts';
import { messages } from './uz/messages.ts';
import { overview } from './uz/overview.ts';
import { people } from './uz/people.ts';
import { profiles } from './uz/profiles.ts';
import { protection } from './uz/protection.ts';
import { result } from './uz/result.ts';
import { shifts } from './uz/shifts.ts';
import { statements } from './uz/statements.ts';
import { team } from './uz/team.ts';
import type { UzbekWords } from './words.ts';

/** A draft: complete, but not reviewed by a native speaker. */
export const uz: UzbekWords<typeof en> = {
  ...batch,
  ...callbacks,
  ...check,
  ...comparison,
  ...desk,
  ...exports,
  ...failures,
  ...format,
  ...formatTools,
  ...health,
  ...importing,
  ...issuing,
  ...log,
  ...messages,
  ...overview,
  ...people,
  ...profiles,
  ...protection,
  ...result,
  ...shifts,
  ...statements,
  ...team,
};
