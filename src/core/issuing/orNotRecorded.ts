import { type Result, err } from '#shared/domain/result.ts';

import type { NotRecorded } from '../log/port.ts';

/** A write that throws, such as a bug in the log's thread, has recorded nothing: the caller must go on as on a full disk. */
export async function orNotRecorded<T, E>(
  write: () => Promise<Result<T, E>>,
): Promise<Result<T, E | NotRecorded>> {
  try {
    return await write();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return err({ code: 'not_recorded', detail });
  }
}
