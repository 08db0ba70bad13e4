import type { z } from 'zod';

import { ACTIVITY_OPERATIONS } from './activity.ts';
import { BATCH_OPERATIONS } from './batch.ts';
import { CALLBACKS_OPERATIONS } from './callbacks.ts';
import { DESK_OPERATIONS } from './desk.ts';
import { EYES_OPERATIONS } from './eyes.ts';
import { EXPORTS_OPERATIONS } from './exports.ts';
import { FORMAT_OPERATIONS } from './format.ts';
import { HAND_OVER_OPERATIONS } from './handOver.ts';
import { ISSUING_OPERATIONS } from './issuing.ts';
import { LOG_OPERATIONS } from './log.ts';
import { MESSAGES_OPERATIONS } from './messages.ts';
import { OVERVIEW_OPERATIONS } from './overview.ts';
import { PAPERS_OPERATIONS } from './papers.ts';
import { PEOPLE_OPERATIONS } from './people.ts';
import { PROFILES_OPERATIONS } from './profiles.ts';
import { PROTECTION_OPERATIONS } from './protection.ts';
import { SEARCH_OPERATIONS } from './search.ts';
import { STATEMENT_OPERATIONS } from './statement.ts';
import { TEAM_OPERATIONS } from './team.ts';
import type { Access } from '../domain/permission.ts';
import { MAX_PROFILE_FILE } from '../domain/profileFile.ts';

/** What every operation declares. `permission`: checked in dispatch on every call, once there are people. */
type Operation = {
  readonly permission: Access;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
};

/** One map: names, types, dispatch, preload, hosts and client derive from it. One entry and one function per operation. */
const OPERATIONS = {
  ...ISSUING_OPERATIONS,
  ...LOG_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...CALLBACKS_OPERATIONS,
  ...PROFILES_OPERATIONS,
  ...FORMAT_OPERATIONS,
  ...MESSAGES_OPERATIONS,
  ...OVERVIEW_OPERATIONS,
  ...HAND_OVER_OPERATIONS,
  ...EXPORTS_OPERATIONS,
  ...BATCH_OPERATIONS,
  ...STATEMENT_OPERATIONS,
  ...ACTIVITY_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...EYES_OPERATIONS,
  ...PROTECTION_OPERATIONS,
  ...TEAM_OPERATIONS,
  ...PAPERS_OPERATIONS,
  ...DESK_OPERATIONS,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

export const OPERATION_NAMES: readonly OperationName[] =
  Object.keys(OPERATIONS).filter(isOperationName);

export type OperationInput<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['input']>;
export type OperationOutput<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['output']>;

/** The same map, typed so that code generic over the operation can use its schemas. */
export const CONTRACT: {
  readonly [N in OperationName]: {
    readonly permission: Access;
    readonly input: z.ZodType<OperationInput<N>>;
    readonly output: z.ZodType<OperationOutput<N>>;
  };
} = OPERATIONS;

/** Everything the page sends is far below it, but for a file. */
export const MAX_INPUT_BYTES = 1024 * 1024;
/** A letter beyond ASCII takes up to three bytes for each unit that the contract counts, a quote in JSON two. */
const MAX_FILE_BYTES = 3 * MAX_PROFILE_FILE + MAX_INPUT_BYTES;

const CARRY_FILE: ReadonlySet<string> = new Set<OperationName>([
  'profileFile.preview',
  'profileFile.import',
  'request.addPicture',
]);

/** How many bytes of input a host takes for an operation; also for a name that is none. */
export function inputCap(name: string): number {
  return CARRY_FILE.has(name) ? MAX_FILE_BYTES : MAX_INPUT_BYTES;
}
