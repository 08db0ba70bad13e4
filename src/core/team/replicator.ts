import { type Result, err } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

import type { Journal } from '../journal/journalFile.ts';
import { noteLateThread } from '../journal/openJournal.ts';
import { type Thread, ThreadEndedError, startThread, workersFrom } from '../threads/rpc.ts';
import type { Clock } from '../ports.ts';
import type { TeamAddress } from './connect.ts';
import type { SharingPlan } from './membership.ts';
import type { ReplicatorApi, TeamNews } from './replicationThread.ts';
import type { SignedQuestions } from './signedCalls.ts';
import type { TailQuestions } from './tail.ts';

/** A keychain that did not answer, or a thread that ended, is tried again after this. */
const AGAIN_MS = 3000;

/** Nothing is known yet. */
export const NO_NEWS: TeamNews = {
  standing: { kind: 'starting' },
  stream: 0,
  clockOffsetMs: null,
  conflicts: 0,
  sentElsewhere: [],
  codes: [],
  recent: [],
};

type Questions = 'claim' | 'find' | 'desks' | 'conflicts' | keyof SignedQuestions;
type Answer<N extends Questions> = Awaited<ReturnType<ReplicatorApi[N]>>;

export type Replicator = ReturnType<typeof createReplicator>;

type ReplicatorDeps = {
  readonly dataDir: string;
  readonly logWorkerUrl: URL;
  readonly clock: Clock;
  readonly address: () => Promise<Result<TeamAddress, TeamFault>>;
  readonly sharing: () => SharingPlan;
  readonly onNews: (news: TeamNews) => void;
  readonly journal: Pick<Journal, 'write'>;
};

/** One question to a thread of its own: the desk has no team yet, or its log is not open. `pg` is loaded in threads alone. */
export async function askOnce<N extends 'join' | 'tryOut' | keyof TailQuestions>(
  deps: Pick<ReplicatorDeps, 'dataDir' | 'logWorkerUrl'>,
  name: N,
  ...args: Parameters<ReplicatorApi[N]>
): Promise<Awaited<ReturnType<ReplicatorApi[N]>>> {
  const { dataDir } = deps;
  const startWorker = workersFrom(deps.logWorkerUrl);
  const thread = startThread<ReplicatorApi>(startWorker, { role: 'replicator', dataDir }, {});
  try {
    return await thread.call(name, ...args);
  } finally {
    await thread.end();
  }
}

/** The replication thread, seen from the thread that serves pages. It is there from now on, whatever ends it, until it is closed. */
export function createReplicator(deps: ReplicatorDeps) {
  const kept = keepThread(deps);
  return {
    ask: async <N extends Questions>(
      name: N,
      ...args: Parameters<ReplicatorApi[N]>
    ): Promise<Answer<N> | { readonly ok: false; readonly error: TeamFault }> => {
      try {
        await kept.started();
        const answer = await kept.thread()?.call(name, ...args);
        if (answer !== undefined) return answer;
      } catch (error) {
        if (!(error instanceof ThreadEndedError)) throw error;
      }
      return err(kept.fault() ?? { code: 'lost', detail: 'the team is not being asked now' });
    },
    /** With what profiles share now. */
    share: (): void =>
      void kept
        .thread()
        ?.call('share', deps.sharing())
        .catch(() => undefined),
    /** Closes the log's file: another one, or the same one with another key, is put in its place. */
    pause: (): Promise<void> => kept.pause(),
    resume: (): void => kept.resume(),
    close: (): Promise<void> => kept.pause(),
  };
}

/** What a thread tells that was replaced meanwhile is not heard. */
function beginThread(
  deps: ReplicatorDeps,
  isCurrent: (thread: Thread<ReplicatorApi>) => boolean,
  onEnded: () => void,
): Thread<ReplicatorApi> {
  const begun = startThread<ReplicatorApi, TeamNews>(
    workersFrom(deps.logWorkerUrl),
    { role: 'replicator', dataDir: deps.dataDir },
    {
      onNews: (news) => {
        if (isCurrent(begun)) deps.onNews(news);
      },
      onLate: (role) => noteLateThread(deps.journal, role),
      onEnd: () => {
        if (isCurrent(begun)) onEnded();
      },
    },
  );
  return begun;
}

function keepThread(deps: ReplicatorDeps) {
  let thread: Thread<ReplicatorApi> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isPaused = false;
  let offlineSince: string | null = null;
  /** Why there is no thread. */
  let fault: TeamFault | null = null;
  let starting: Promise<void> = Promise.resolve();

  function again(why: TeamFault): void {
    if (isPaused) return;
    fault = why;
    offlineSince ??= deps.clock.now().toISOString();
    const standing = { kind: 'offline', since: offlineSince, fault: why } as const;
    deps.onNews({ ...NO_NEWS, standing });
    clearTimeout(timer);
    timer = setTimeout(start, AGAIN_MS).unref();
  }
  const begin = (): Thread<ReplicatorApi> =>
    beginThread(
      deps,
      (of) => thread === of,
      () => {
        thread = null;
        again({ code: 'lost', detail: 'the replication thread ended' });
      },
    );
  function start(): void {
    starting = startNow();
  }
  async function startNow(): Promise<void> {
    const address = await deps.address();
    if (isPaused || thread !== null) return;
    if (!address.ok) {
      again(address.error);
      return;
    }
    offlineSince = null;
    fault = null;
    thread = begin();
    // Where the thread has ended, `onEnd` starts another one.
    await thread.call('start', address.value, deps.sharing()).catch(() => undefined);
  }

  start();
  return {
    thread: () => thread,
    fault: () => fault,
    started: () => starting,
    async pause(): Promise<void> {
      isPaused = true;
      clearTimeout(timer);
      const ending = thread;
      thread = null;
      await ending?.end();
    },
    resume(): void {
      if (!isPaused) return;
      isPaused = false;
      deps.onNews(NO_NEWS);
      start();
    },
  };
}
