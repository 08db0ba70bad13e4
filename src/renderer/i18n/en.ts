import { batch } from './en/batch.ts';
import { callbacks } from './en/callbacks.ts';
import { check } from './en/check.ts';
import { comparison } from './en/comparison.ts';
import { desk } from './en/desk.ts';
import { exports } from './en/exports.ts';
import { failures } from './en/failures.ts';
import { format } from './en/format.ts';
import { formatTools } from './en/formatTools.ts';
import { health } from './en/health.ts';
import { importing } from './en/importing.ts';
import { issuing } from './en/issuing.ts';
import { log } from './en/log.ts';
import { messages } from './en/messages.ts';
import { overview } from './en/overview.ts';
import { people } from './en/people.ts';
import { profiles } from './en/profiles.ts';
import { protection } from './en/protection.ts';
import { result } from './en/result.ts';
import { statements } from './en/statements.ts';
import { team } from './en/team.ts';

export const en = {
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
  ...statements,
  ...team,
} as const;
