import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Operator } from '#shared/domain/request.ts';
import type { TeamTail } from '#shared/domain/team.ts';

import { lookAtLog } from '../log/care/damage.ts';
import { takeTail } from '../log/care/restore.ts';
import type { KeyInHand } from '../log/care/stamps.ts';
import type { LogEnd } from '../log/care/restorable.ts';
import { type TailFault, clearTail, createTailWriter } from '../log/care/tail.ts';
import { type WholeLink, toHex } from '../log/store/chain.ts';
import { openForReading } from '../log/store/database.ts';
import { createEventStore } from '../log/store/eventStore.ts';
import type { LogPaths } from '../log/store/paths.ts';
import { type TailRow, type TeamCalls, teamCalls } from './calls.ts';
import { type TeamAddress, connectTeam } from './connect.ts';

/** The start of a desk waits this long for a server that does not answer. */
const CONNECT_DEADLINE_MS = 2000;
const PAGE = 500;
/** Everything that is asked takes at most this long: a server that always has more must not keep the desk from starting. */
const WHOLE_DEADLINE_MS = 60_000;
/** Sessions of the process before this one end when the server notices. */
const IN_USE_TRIES = 8;
const IN_USE_PAUSE_MS = 250;

type TakenBy = {
  readonly at: string;
  readonly operator: Operator;
  readonly key: KeyInHand;
};

export type TailQuestions = ReturnType<typeof tailQuestions>;

/** What a log that is older than the team's server has of it asks for. Each on a connection of its own, which ends with it. */
export function tailQuestions(paths: LogPaths, wholeMs = WHOLE_DEADLINE_MS) {
  return {
    /** Before a backup is put in the log's place: fetches what this desk did after it. */
    fetchTail: (address: TeamAddress, after: LogEnd): Promise<TeamTail> =>
      asked(address, wholeMs, (calls) => fetched(calls, paths, after, ['active', 'frozen'])),
    /**
     * Before the desk opens its log: where the server has more of the chain, fetches that and puts it in. Not while another process
     * works as this desk: that one would be told that it is the copy.
     */
    catchUp: (address: TeamAddress, by: TakenBy): Promise<TeamTail> =>
      asked(address, wholeMs, async (calls): Promise<TeamTail> => {
        const after = endOf(paths);
        if (after === null) return { kind: 'none' };
        const tail = await fetched(calls, paths, after, ['active']);
        if (tail.kind !== 'fetched') return tail;
        if (await isInUse(calls)) return { kind: 'in_use' };
        // A damaged log is for its restore, which fetches a tail itself.
        if (!lookAtLog(paths).ok) return { kind: 'none' };
        const taken = takeTail({ paths, ...by });
        return taken.ok ? tail : { kind: 'broken' };
      }).finally(() => clearTail(paths)),
  };
}

async function asked(
  address: TeamAddress,
  wholeMs: number,
  question: (calls: TeamCalls) => Promise<TeamTail>,
): Promise<TeamTail> {
  const opened = await connectTeam(address, CONNECT_DEADLINE_MS);
  if (!opened.ok) return { kind: 'offline' };
  const timer = setTimeout(() => opened.value.close(), wholeMs);
  try {
    return await question(teamCalls(opened.value));
  } catch {
    // The server answers in another form, or the disk refuses.
    return { kind: 'broken' };
  } finally {
    clearTimeout(timer);
    opened.value.close();
  }
}

/** Null: there is no log that could be read, which is for its opening to say. */
function endOf({ file }: LogPaths): LogEnd | null {
  if (!existsSync(file)) return null;
  try {
    const db = openForReading(file);
    try {
      const { seq, hash } = createEventStore(db).head();
      return seq === 0 ? null : { seq, hash };
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

/** Up to the newest event that the server has now; a writer that is told less takes no part of it. */
async function fetched(
  calls: TeamCalls,
  paths: LogPaths,
  after: LogEnd,
  states: readonly string[],
): Promise<TeamTail> {
  clearTail(paths);
  const standing = await calls.standing(CONNECT_DEADLINE_MS);
  if (!standing.ok) return { kind: 'offline' };
  const { stream, head_seq: head, state } = standing.value;
  if (!states.includes(state) || head <= after.seq) return { kind: 'none' };
  const read = await readPages(calls, createTailWriter(paths, after), stream, after.seq, head);
  if (read === null) return { kind: 'fetched', fromSeq: after.seq + 1, toSeq: head };
  clearTail(paths);
  return { kind: read };
}

/** Null: every event up to `head` was written. */
async function readPages(
  calls: TeamCalls,
  writer: ReturnType<typeof createTailWriter>,
  stream: number,
  last: number,
  head: number,
): Promise<TailFault | 'offline' | null> {
  const page = await calls.ownTail(stream, last, Math.min(PAGE, head - last));
  if (!page.ok) return 'offline';
  const fault = writer.add(page.value.map(linkOf));
  if (fault !== null) return fault;
  const end = page.value.at(-1)?.seq ?? last;
  // It has said that there is more.
  if (end === last) return 'broken';
  return end < head ? readPages(calls, writer, stream, end, head) : writer.end();
}

function linkOf({ seq, at, kind, intent_id: intentId, body, salt, ...link }: TailRow): WholeLink {
  // Without its salt a body proves nothing.
  const salted = body === null || salt === null ? null : Buffer.concat([salt, Buffer.from(body)]);
  const [digest, previous, hash] = [toHex(link.digest), toHex(link.previous), toHex(link.hash)];
  const saltBytes = salt?.length ?? 0;
  return { seq, at, kind, intentId, salted, saltBytes, digest, previous, hash };
}

async function isInUse(calls: TeamCalls, tries = IN_USE_TRIES): Promise<boolean> {
  const others = await calls.otherSessions();
  if (others.ok && others.value.count === 0) return false;
  if (tries <= 1) return true;
  await sleep(IN_USE_PAUSE_MS);
  return isInUse(calls, tries - 1);
}
