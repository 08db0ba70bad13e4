import type { z } from 'zod';

import { type Result, err, ok } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

import type { TeamConnection } from './connect.ts';

const CALL_DEADLINE_MS = 10_000;

export type Many = <T>(
  schema: z.ZodType<T>,
  text: string,
  values: readonly unknown[],
  deadlineMs?: number,
) => Promise<Result<readonly T[], TeamFault>>;

/** One statement, its rows checked. */
export function asking(connection: TeamConnection) {
  /** A row that cannot be read is left out: what one desk wrote must not hide what the others did. */
  const many: Many = async (schema, text, values, deadlineMs = CALL_DEADLINE_MS) => {
    const answer = await connection.ask(text, values, deadlineMs);
    if (!answer.ok) return answer;
    const read = answer.value.map((row) => schema.safeParse(row));
    return ok(read.flatMap((row) => (row.success ? [row.data] : [])));
  };
  const one = async <T>(
    ...[schema, text, values, deadlineMs = CALL_DEADLINE_MS]: Parameters<typeof many<T>>
  ): Promise<Result<T, TeamFault>> => {
    const answer = await connection.ask(text, values, deadlineMs);
    if (!answer.ok) return answer;
    const [first] = answer.value;
    return first === undefined
      ? err({ code: 'refused', detail: 'The login belongs to no desk of the team.' })
      : ok(schema.parse(first));
  };
  return { one, many };
}
