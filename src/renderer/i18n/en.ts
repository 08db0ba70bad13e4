import { callbacks } from './en/callbacks.ts';
import { desk } from './en/desk.ts';
import { exports } from './en/exports.ts';
import { failures } from './en/failures.ts';
import { format } from './en/format.ts';
import { issuing } from './en/issuing.ts';
import { log } from './en/log.ts';
import { messages } from './en/messages.ts';
import { overview } from './en/overview.ts';
import { profiles } from './en/profiles.ts';

export const en = {
  ...callbacks,
  ...desk,
  ...exports,
  ...failures,
  ...format,
  ...issuing,
  ...log,
  ...messages,
  ...overview,
  ...profiles,
} as const;
