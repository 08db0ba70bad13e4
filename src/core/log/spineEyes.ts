import type { EyesBook, EyesRules } from '#shared/domain/eyes.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { WhereTo } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import type { Result } from '#shared/domain/result.ts';

import type { NotRecorded } from './port.ts';
import { read, write } from './spineRows.ts';
import type { EventOf } from './store/events.ts';

/** The rows of spine.ts about four eyes. */
export const EYES_ROWS = {
  /** Only a change is an event. `people_not_possible` in a log without people. */
  setEyesRules:
    write<
      (operator: Operator, profileId: ProfileId, rules: EyesRules) => Result<EyesBook, Failure>
    >(),
  recordApprovalUsed:
    write<(used: EventOf<'approval_used'>['body']) => Result<void, NotRecorded>>(),
  /** Null: the log cannot be read, so that the rules are not known. */
  eyesBook: read.onWriter<() => EyesBook | null>(null),
  /** Whether the person may issue the rows of this batch to this place: a second person approved its plan. */
  hasBatchApproval:
    read.onWriter<(batchId: string, operator: Operator, to: WhereTo) => boolean>(false),
};
