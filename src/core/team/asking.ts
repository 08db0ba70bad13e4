import { z } from 'zod';

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
  const many: Many = async (schema, text, values, deadlineMs = CALL_DEADLINE_MS) => {
    const answer = await connection.ask(text, values, deadlineMs);
    return answer.ok ? ok(z.array(schema).parse(answer.value)) : answer;
  };
  const one = async <T>(...asked: Parameters<typeof many<T>>): Promise<Result<T, TeamFault>> => {
    const rows = await many<T>(...asked);
    if (!rows.ok) return rows;
    const [first] = rows.value;
    return first === undefined
      ? err({ code: 'refused', detail: 'The login belongs to no desk of the team.' })
      : ok(first);
  };
  return { one, many };
}
