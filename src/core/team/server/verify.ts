import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import type { DepositRequest } from '#shared/domain/request.ts';

import {
  CHAIN_START,
  type ChainPoint,
  type WholeLink,
  checkChain,
  toHex,
} from '../../log/store/chain.ts';
import { eventOf } from '../../log/store/eventStore.ts';
import { applyEvent, isRequestEvent } from '../../log/store/project.ts';
import { shareCustomerWith } from '../sharedCustomer.ts';
import { type TeamRow, rowColumns, teamRow } from '../sharing.ts';
import {
  type StoredLink,
  createErasedEvents,
  storedEventSchema,
  storedLinkOf,
} from './erasedEvents.ts';
import { type AdminSession, ONE_MOMENT } from './session.ts';

const count = z.coerce.number().int();
const hex = z.instanceof(Buffer).transform((bytes) => bytes.toString('hex'));
const streamSchema = z.object({
  desk_id: z.uuid(),
  login: z.string(),
  stream: count,
  is_current: z.boolean(),
  head_seq: count,
  head_hash: hex,
});
type Stream = z.infer<typeof streamSchema>;
const storedSchema = z.object({
  stream: count,
  intent_id: z.guid(),
  created_at: z.date(),
  merchant: z.string(),
  order_id: z.string(),
  customer: z.string().nullable(),
  cents: count.nullable(),
  currency: z.string().nullable(),
  outcome: z.string(),
  state: z.string().nullable(),
  resolution: z.string().nullable(),
  last_seq: count,
  document: z.string().nullable(),
});
type Stored = z.infer<typeof storedSchema>;
const EVENTS_AT_ONCE = 5000;
const NOT_MASKED = shareCustomerWith(null);

/** One stream of one desk, held against the desk's own code. */
export type StreamReport = {
  readonly login: string;
  readonly stream: number;
  readonly events: number;
  /** Null: the chain holds, up to the head that the server names. */
  readonly brokenAt: number | null;
  /** Events without their bodies, although the event that is said to have erased them does not name them. */
  readonly emptied: readonly number[];
  /** Events that this version cannot read. Their requests are not compared. */
  readonly unread: number;
  /** Requests that are shared whole, and that no later stream tells again: they could be compared. */
  readonly compared: number;
  /** Intents whose row says something else than their events, or is missing, or has no events. */
  readonly wrongRows: readonly string[];
};

export function verifyTeam(session: AdminSession): Promise<readonly StreamReport[]> {
  return session.transaction(async () => {
    const reports: StreamReport[] = [];
    for await (const stream of streamsOf(session)) {
      const read = await readStream(session, stream);
      reports.push(reportOf(stream, read, await storedRows(session, stream)));
    }
    return reports;
  }, ONE_MOMENT);
}

/** Writes the rows of requests that are shared whole again, from their events. Returns how many were wrong. */
export async function rebuildRows(session: AdminSession): Promise<number> {
  let rebuilt = 0;
  for await (const stream of streamsOf(session)) {
    const read = await readStream(session, stream);
    const report = reportOf(stream, read, await storedRows(session, stream));
    if (report.brokenAt === null && report.wrongRows.length > 0) {
      await replaceRows(session, stream, report.wrongRows, read);
      rebuilt += report.wrongRows.length;
    }
  }
  return rebuilt;
}

async function* streamsOf(session: AdminSession): AsyncGenerator<Stream> {
  const found = await session.query(`
    SELECT desk_id, login, number AS stream, number = stream AS is_current, head_seq, head_hash
    FROM team.desk, generate_series(1, stream) AS number ORDER BY login, number`);
  yield* z.array(streamSchema).parse(found);
}

type ReadStream = {
  readonly events: number;
  readonly brokenAt: number | null;
  readonly unread: number;
  readonly emptied: readonly number[];
  readonly requests: ReadonlyMap<
    string,
    { readonly request: DepositRequest; readonly lastSeq: number }
  >;
  /** Not all of their bodies are here, or can be read. */
  readonly partly: ReadonlySet<string>;
};

/** Page after page: of a long stream only its requests are kept. */
async function readStream(session: AdminSession, stream: Stream): Promise<ReadStream> {
  const requests = new Map<string, { request: DepositRequest; lastSeq: number }>();
  const partly = new Set<string>();
  let last: ChainPoint = { seq: 0, hash: toHex(CHAIN_START) };
  let brokenAt: number | null = null;
  let unread = 0;
  const erased = createErasedEvents();
  for await (const links of pagesOf(session, stream, 0)) {
    brokenAt ??= brokenIn(links, last);
    last = links.at(-1) ?? last;
    for (const link of links) {
      if (erased.isCovered(link, requests)) continue;
      const taken = take(link, requests);
      if (taken === 'unread') unread += 1;
      if (taken !== 'taken' && link.intentId !== null) partly.add(link.intentId);
    }
  }
  const isAtHead = last.seq === stream.head_seq && last.hash === stream.head_hash;
  if (stream.is_current && !isAtHead) brokenAt ??= last.seq + 1;
  return { events: last.seq, brokenAt, unread, emptied: erased.unnamed(), requests, partly };
}

/** A body that is no JSON breaks the chain of its own desk, and not the look at the others. */
function brokenIn(links: readonly WholeLink[], before: ChainPoint): number | null {
  try {
    return checkChain(links, before)?.seq ?? null;
  } catch {
    return links.find((link, place) => isBroken(link, links[place - 1] ?? before))?.seq ?? null;
  }
}

function isBroken(link: WholeLink, before: ChainPoint): boolean {
  try {
    return checkChain([link], before) !== null;
  } catch {
    return true;
  }
}

function take(
  link: WholeLink,
  requests: Map<string, { request: DepositRequest; lastSeq: number }>,
): 'taken' | 'not_shared' | 'unread' {
  if (link.salted === null) return 'not_shared';
  try {
    const event = eventOf(link);
    if (event === null || !isRequestEvent(event)) return 'taken';
    const before = requests.get(event.body.intentId)?.request ?? null;
    requests.set(event.body.intentId, { request: applyEvent(before, event), lastSeq: event.seq });
    return 'taken';
  } catch {
    return 'unread';
  }
}

async function* pagesOf(
  session: AdminSession,
  stream: Stream,
  after: number,
): AsyncGenerator<readonly StoredLink[]> {
  const rows = await session.query(
    `SELECT seq, at, kind, intent_id, body, salt, digest, previous, hash, erased_by FROM team.event
      WHERE desk_id = $1 AND stream = $2 AND seq > $3 ORDER BY seq LIMIT ${EVENTS_AT_ONCE}`,
    [stream.desk_id, stream.stream, after],
  );
  const links = z.array(storedEventSchema).parse(rows).map(storedLinkOf);
  const end = links.at(-1);
  if (end === undefined) return;
  yield links;
  if (links.length === EVENTS_AT_ONCE) yield* pagesOf(session, stream, end.seq);
}

async function storedRows(session: AdminSession, stream: Stream): Promise<readonly Stored[]> {
  const rows = await session.query(
    'SELECT * FROM team.request WHERE desk_id = $1 AND stream >= $2',
    [stream.desk_id, stream.stream],
  );
  return z.array(storedSchema).parse(rows);
}

function reportOf(stream: Stream, read: ReadStream, stored: readonly Stored[]): StreamReport {
  const rows = new Map(stored.map((row) => [row.intent_id, row]));
  const isOfStream = (row: Stored | undefined): boolean => row?.stream === stream.stream;
  // A request that a later stream told again has that stream's row.
  const whole = [...read.requests].filter(([intentId]) => {
    const row = rows.get(intentId);
    return !read.partly.has(intentId) && (row === undefined || isOfStream(row));
  });
  const wrong = whole.filter(([intentId, { request, lastSeq }]) => {
    const row = rows.get(intentId);
    return row === undefined || !isSame(row, teamRow(request, lastSeq, 'whole', NOT_MASKED));
  });
  const invented = stored.filter(
    (row) =>
      isOfStream(row) && !read.requests.has(row.intent_id) && !read.partly.has(row.intent_id),
  );
  return {
    login: stream.login,
    stream: stream.stream,
    events: read.events,
    brokenAt: read.brokenAt,
    emptied: read.emptied,
    unread: read.unread,
    compared: whole.length,
    wrongRows: [...wrong.map(([id]) => id), ...invented.map(({ intent_id: id }) => id)],
  };
}

function isSame(stored: Stored, row: TeamRow): boolean {
  return (
    stored.created_at.getTime() === Date.parse(row.createdAt) &&
    stored.merchant === row.merchant &&
    stored.order_id === row.orderId &&
    stored.customer === row.customer &&
    stored.cents === row.cents &&
    stored.currency === row.currency &&
    stored.outcome === row.outcome &&
    stored.state === row.state &&
    stored.resolution === row.resolution &&
    stored.last_seq === row.lastSeq &&
    isDeepStrictEqual(parsed(stored.document), parsed(row.document))
  );
}

function parsed(document: string | null): unknown {
  try {
    return document === null ? null : JSON.parse(document);
  } catch {
    return document;
  }
}

/** An invented row has no events to be written from, and goes. */
async function replaceRows(
  session: AdminSession,
  stream: Stream,
  intents: readonly string[],
  read: ReadStream,
): Promise<void> {
  const rows = intents.flatMap((intentId) => {
    const known = read.requests.get(intentId);
    return known === undefined ? [] : [teamRow(known.request, known.lastSeq, 'whole', NOT_MASKED)];
  });
  await session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    const own = [stream.desk_id, intents];
    await session.query(
      'DELETE FROM team.request WHERE desk_id = $1 AND intent_id = ANY ($2)',
      own,
    );
    await session.query(
      'UPDATE team.intent SET created_at = NULL WHERE desk_id = $1 AND intent_id = ANY ($2)',
      own,
    );
    await session.query(
      'SELECT team.store_rows($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
      [stream.desk_id, stream.stream, ...rowColumns(rows)],
    );
  });
}
