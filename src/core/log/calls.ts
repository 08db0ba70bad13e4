import type { OperationName } from '#shared/contract/operations.ts';

import { FINDER_READS } from '../search/finderThread.ts';
import type { Asked } from './call.ts';
import { THROW_AWAY_READS } from './reads/fileReads.ts';
import { LONG_READS, POINT_READS } from './reads/reads.ts';
import { WRITES } from './writes/writes.ts';

/** Every call of the log. A thread loads only its own. */
export const CALLS = {
  ...WRITES,
  ...POINT_READS,
  ...LONG_READS,
  ...FINDER_READS,
  ...THROW_AWAY_READS,
};

/** The calls as the rest of core sees them. */
export type Calls = Asked<typeof CALLS>;

/** The calls that are operations of the contract, whole. */
export type Called = Extract<keyof Calls, OperationName>;
