import type { en } from './en.ts';
import { callbacks } from './ru/callbacks.ts';
import { desk } from './ru/desk.ts';
import { exports } from './ru/exports.ts';
import { failures } from './ru/failures.ts';
import { format } from './ru/format.ts';
import { issuing } from './ru/issuing.ts';
import { log } from './ru/log.ts';
import { messages } from './ru/messages.ts';
import { overview } from './ru/overview.ts';
import { profiles } from './ru/profiles.ts';
import type { RussianWords } from './words.ts';

export const ru: RussianWords<typeof en> = {
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
};
