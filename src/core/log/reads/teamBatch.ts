import { z } from 'zod';

import { type ProfileId, intentIdSchema } from '#shared/domain/ids.ts';
import type { Sharing } from '#shared/domain/team.ts';

import { erasedBy } from '../care/tail.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';
import { type ShareCustomer, shareCustomerWith } from '../../team/sharedCustomer.ts';
import { type TeamEvent, type TeamRow, teamEvent, teamRow } from '../../team/sharing.ts';
import type { Store } from '../store/store.ts';

const SQL = { lastSeq: 'SELECT last_seq FROM request WHERE intent_id = ?' } as const;

export type TeamBatch = {
  readonly events: readonly TeamEvent[];
  /** Of requests whose last event is in this batch or before it; the others come with theirs. */
  readonly rows: readonly TeamRow[];
  /** Events whose bodies one of these events names as erased: they go at the server too. */
  readonly erased: readonly number[];
  /** The newest event of the log. */
  readonly logSeq: number;
};

/** How much of a profile's requests the team gets. Null: events about no request. */
export type SharingOf = (profileId: ProfileId | null) => Sharing;

/** The next events after one, as the team's server takes them. Without `share` nothing is said of masked customers. */
export function readTeamBatch(
  { db, events: log, projection }: Store,
  after: number,
  most: number,
  sharingOf: SharingOf,
  share: ShareCustomer = shareCustomerWith(null),
): TeamBatch {
  const of = createStatements(db, Object.values(SQL));
  const requestOf = (intentId: string) => projection.rows.find(intentIdSchema.parse(intentId));
  const links = [...log.written(after, after + most)];
  const intents = [...new Set(links.flatMap(({ intentId }) => intentId ?? []))];
  const requests = new Map(intents.map((intentId) => [intentId, requestOf(intentId)]));
  const events = links.map((link) => {
    const request = link.intentId === null ? null : (requests.get(link.intentId) ?? null);
    return teamEvent(link, sharingOf(request?.profileId ?? null));
  });
  const end = links.at(-1)?.seq ?? after;
  const rows = [...requests].flatMap(([intentId, request]) => {
    const lastSeq = z.int().parse(of(SQL.lastSeq).pluck().get(intentId));
    const isLater = lastSeq > end;
    return request === null || isLater
      ? []
      : [teamRow(request, lastSeq, sharingOf(request.profileId), share)];
  });
  log.forgetHead();
  return { events, rows, erased: links.flatMap(erasedBy), logSeq: log.head().seq };
}
