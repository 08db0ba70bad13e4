import { z } from 'zod';

import type { Refusal } from '#shared/dialect/schema.ts';
import { intentIdSchema, type ProfileId } from '#shared/domain/ids.ts';
import type { PastAnswers } from '#shared/contract/format.ts';
import { readAnswer } from '#shared/json/readJson.ts';

import { taughtRefusal } from '../../provider/classify.ts';

import { read } from '../call.ts';
/** Enough to see what a refusal does, and soon looked through. */
const MOST_LOOKED_AT = 1000;

const SQL = `
  SELECT intent_id AS intentId, order_id AS orderId FROM request
  WHERE is_open IN (0, 1) AND profile_id = ? ORDER BY first_seq DESC`;
const rowSchema = z.object({ intentId: intentIdSchema, orderId: z.string() });

type Matched = PastAnswers['matched'][number];

/**
 * The answers among the profile's newest thousand that a refusal matches, newest first. Here and not at the caller's: a thousand
 * answers can be a gigabyte, and only their names are asked for.
 */
export const answersLike = read.onReader(
  ({ db, events }, profileId: ProfileId, refusal: Refusal): PastAnswers => {
    const matched: Matched[] = [];
    let looked = 0;
    for (const row of db.prepare(SQL).iterate(profileId)) {
      const request = rowSchema.parse(row);
      const event = events.ofIntent(request.intentId).find(({ kind }) => kind === 'settled');
      if (event?.kind !== 'settled' || event.body.answer === null) continue;
      const { answer, stage } = event.body;
      looked += 1;
      const json = readAnswer(answer.body);
      const isLike = json.ok && taughtRefusal(answer.httpStatus, json.value, [refusal]) !== null;
      if (isLike && stage.outcome !== 'not_sent') {
        matched.push({ ...request, at: event.at, outcome: stage.outcome });
      }
      if (looked === MOST_LOOKED_AT) break;
    }
    return { looked, matched };
  },
  { looked: 0, matched: [] },
);
