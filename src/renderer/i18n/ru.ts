import type { en } from './en.ts';
import { batch } from './ru/batch.ts';
import { callbacks } from './ru/callbacks.ts';
import { check } from './ru/check.ts';
import { comparison } from './ru/comparison.ts';
import { desk } from './ru/desk.ts';
import { exports } from './ru/exports.ts';
import { failures } from './ru/failures.ts';
import { format } from './ru/format.ts';
import { formatTools } from './ru/formatTools.ts';
import { health } from './ru/health.ts';
import { importing } from './ru/importing.ts';
import { issuing } from './ru/issuing.ts';
import { log } from './ru/log.ts';
import { messages } from './ru/messages.ts';
import { overview } from './ru/overview.ts';
import { people } from './ru/people.ts';
import { profiles } from './ru/profiles.ts';
import { protection } from './ru/protection.ts';
import { result } from './ru/result.ts';
import { statements } from './ru/statements.ts';
import { team } from './ru/team.ts';
import type { RussianWords } from './words.ts';

export const ru: RussianWords<typeof en> = {
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
};
