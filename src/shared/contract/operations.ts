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
import type { OperationName } from './names.ts';

/** What every operation declares. `permission`: checked in dispatch on every call, once there are people. */
type Operation = {
  readonly permission: Access;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
};

/** One map: types, dispatch, preload, hosts and client derive from it. One entry and one handler per operation. */
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
} as const satisfies Record<OperationName, Operation>;

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
