import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { Refusal } from '#shared/dialect/schema.ts';
import { intentIdSchema, type ProfileId } from '#shared/domain/ids.ts';
import type { PastAnswers } from '#shared/contract/format.ts';
import { readAnswer } from '#shared/json/readJson.ts';

import { taughtRefusal } from '../../provider/classify.ts';
import { readEvent } from '../store/eventStore.ts';

/** Enough to see what a refusal does, and soon looked through. */
const MOST_LOOKED_AT = 1000;

const SQL = `
  SELECT event.seq, event.at, event.kind, event.body, request.intent_id AS intentId, request.order_id AS orderId
  FROM request JOIN event ON event.intent_id = request.intent_id AND event.kind = 'settled'
  WHERE request.profile_id = ?
  ORDER BY request.first_seq DESC`;
const rowSchema = z.object({ intentId: intentIdSchema, orderId: z.string() });

type Matched = PastAnswers['matched'][number];

/** Here and not at the caller's: a thousand answers can be a gigabyte, and only their names are asked for. */
export function createAnswersLike(
  db: Database,
): (profileId: ProfileId, refusal: Refusal) => PastAnswers {
  const settled = db.prepare(SQL);
  return (profileId, refusal) => {
    const matched: Matched[] = [];
    let looked = 0;
    for (const row of settled.iterate(profileId)) {
      const event = readEvent(row);
      if (event.kind !== 'settled' || event.body.answer === null) continue;
      const { answer, stage } = event.body;
      looked += 1;
      const json = readAnswer(answer.body);
      const isLike = json.ok && taughtRefusal(answer.httpStatus, json.value, [refusal]) !== null;
      if (isLike && stage.outcome !== 'not_sent') {
        matched.push({ ...rowSchema.parse(row), at: event.at, outcome: stage.outcome });
      }
      if (looked === MOST_LOOKED_AT) break;
    }
    return { looked, matched };
  };
}
