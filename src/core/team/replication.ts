import type { TeamBatch } from '../log/reads/teamBatch.ts';
import { type TeamCalls, teamCalls } from './calls.ts';
import type { TeamConnection } from './connect.ts';
import type { Result } from '#shared/domain/result.ts';
import type { TeamFault } from './faults.ts';

/** Events in one call of `append`. */
const MAX_APPENDED = 500;
/** How often the log is looked at while it is in step. W1 does not wait for it: an event is on the disk before it is read here. */
const IDLE_MS = 1000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** How the desk stands with its team. */
export type ReplicationState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'in_step' }
  | { readonly kind: 'behind'; readonly events: number }
  | { readonly kind: 'offline'; readonly since: string; readonly fault: TeamFault }
  /** The server has events that this log lacks: it was restored from an older backup. */
  | { readonly kind: 'server_ahead'; readonly serverSeq: number; readonly logSeq: number }
  /** The server takes nothing: `forked`, `frozen`, `revoked`, `refused`, … */
  | { readonly kind: 'stopped'; readonly why: string; readonly detail: string | null };

export type ReplicationDeps = {
  readonly connect: () => Promise<Result<TeamConnection, TeamFault>>;
  /** The next events of the log after one; from the log's file, not through the thread that writes it. */
  readonly read: (after: number, most: number) => TeamBatch;
  readonly now: () => Date;
  /** From 0 to 1, for retries of many desks that must not come at the same time. */
  readonly random: () => number;
  readonly onState: (state: ReplicationState) => void;
};

type Place = { readonly stream: number; readonly head: number };
type Turn = { readonly pauseMs: number };

/**
 * Copies the log's events to the team's server, one batch after the other. Where it goes on is asked of the server after every
 * connect, so that nothing has to be remembered here, and a kill at any moment neither loses nor doubles an event.
 */
export function createReplication(deps: ReplicationDeps) {
  let connection: TeamConnection | null = null;
  let calls: TeamCalls | null = null;
  let place: Place | null = null;
  let retryMs = FIRST_RETRY_MS;
  let offlineSince: string | null = null;
  let state: ReplicationState = { kind: 'starting' };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  function become(next: ReplicationState): void {
    state = next;
    deps.onState(next);
  }

  function leave(): void {
    connection?.close();
    [connection, calls, place] = [null, null, null];
  }

  /** Longer each time, and never the same for two desks. */
  function later(): Turn {
    const pauseMs = retryMs * (0.5 + deps.random() / 2);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    return { pauseMs };
  }

  function offline(fault: TeamFault): Turn {
    leave();
    offlineSince ??= deps.now().toISOString();
    become({ kind: 'offline', since: offlineSince, fault });
    return later();
  }

  /** Asked again from time to time: an administrator may have unfrozen the desk. */
  function stopped(why: string, detail: string | null): Turn {
    leave();
    become({ kind: 'stopped', why, detail });
    return later();
  }

  async function begin(): Promise<Turn | null> {
    const opened = await deps.connect();
    if (!opened.ok) return offline(opened.error);
    connection = opened.value;
    calls = teamCalls(connection);
    const standing = await calls.standing();
    if (!standing.ok) return offline(standing.error);
    offlineSince = null;
    const { stream, head_seq: head, state: deskState } = standing.value;
    if (deskState !== 'active') return stopped(deskState, null);
    const { logSeq } = deps.read(head, 0);
    if (head > logSeq) {
      leave();
      become({ kind: 'server_ahead', serverSeq: head, logSeq });
      return later();
    }
    place = { stream, head };
    return null;
  }

  /** Also without events: the server learns how long the log is, and that the desk is there. */
  async function send(by: TeamCalls, { stream, head }: Place): Promise<Turn> {
    const batch = deps.read(head, MAX_APPENDED);
    const answer = await by.append({ stream, ...batch });
    if (!answer.ok) return offline(answer.error);
    const { outcome, head_seq: serverHead, detail } = answer.value;
    // After a fail-over the server has less than it had: the tail is sent again.
    if ((outcome !== 'appended' && outcome !== 'gap') || serverHead === null) {
      return stopped(outcome, detail);
    }
    retryMs = FIRST_RETRY_MS;
    place = { stream, head: serverHead };
    const left = batch.logSeq - serverHead;
    become(left > 0 ? { kind: 'behind', events: left } : { kind: 'in_step' });
    return { pauseMs: left > 0 ? 0 : IDLE_MS };
  }

  async function turn(): Promise<Turn> {
    try {
      if (calls === null || connection?.isOpen() !== true) {
        leave();
        const failed = await begin();
        if (failed !== null) return failed;
      }
      return calls === null || place === null ? later() : await send(calls, place);
    } catch (error) {
      // The log's file cannot be read just now, or the server answers in another form.
      return offline({ code: 'refused', detail: error instanceof Error ? error.message : '' });
    }
  }

  function schedule(pauseMs: number): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      running = turn().then((next) => schedule(next.pauseMs));
    }, pauseMs);
  }

  schedule(0);
  return {
    state: (): ReplicationState => state,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      leave();
      await running;
      leave();
    },
  };
}
