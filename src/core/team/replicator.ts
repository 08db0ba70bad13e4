import { type Result, err } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

import type { Journal } from '../journal/journalFile.ts';
import { noteLateThread } from '../journal/openJournal.ts';
import { type Thread, ThreadEndedError, startThread, workersFrom } from '../log/thread.ts';
import type { Clock } from '../ports.ts';
import type { TeamAddress } from './connect.ts';
import type { SharingPlan } from './membership.ts';
import type { ReplicatorApi, TeamNews } from './replicationThread.ts';

/** A keychain that did not answer, or a thread that ended, is tried again after this. */
const AGAIN_MS = 3000;

type Questions = 'find' | 'sums' | 'desks' | 'conflicts';
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

/** The replication thread, seen from the thread that serves pages. It is there from now on, whatever ends it, until it is closed. */
export function createReplicator(deps: ReplicatorDeps) {
  const kept = keepThread(deps);
  return {
    /** Never rejects; resolves once the server has every event that the log has now. */
    async inStep(): Promise<void> {
      const isThere = await kept
        .thread()
        ?.call('inStep')
        .then(
          () => true,
          // It ended meanwhile.
          () => false,
        );
      if (isThere !== true) await new Promise(() => undefined);
    },
    ask: async <N extends Questions>(
      name: N,
      ...args: Parameters<ReplicatorApi[N]>
    ): Promise<Answer<N> | { readonly ok: false; readonly error: TeamFault }> => {
      try {
        const answer = await kept.thread()?.call(name, ...args);
        if (answer !== undefined) return answer;
      } catch (error) {
        if (!(error instanceof ThreadEndedError)) throw error;
      }
      return err({ code: 'lost', detail: 'the team is not being asked at the moment' });
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

function keepThread(deps: ReplicatorDeps) {
  const startWorker = workersFrom(deps.logWorkerUrl);
  let thread: Thread<ReplicatorApi> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isPaused = false;
  let offlineSince: string | null = null;

  function again(fault: TeamFault): void {
    if (isPaused) return;
    offlineSince ??= deps.clock.now().toISOString();
    const standing = { kind: 'offline', since: offlineSince, fault } as const;
    deps.onNews({ standing, clockOffsetMs: null, conflicts: 0, codes: [], recent: [] });
    clearTimeout(timer);
    timer = setTimeout(() => void start(), AGAIN_MS).unref();
  }
  function started(): Thread<ReplicatorApi> {
    const begun = startThread<ReplicatorApi>(
      startWorker,
      { role: 'replicator', dataDir: deps.dataDir },
      {
        onTeam: (news) => {
          if (thread === begun) deps.onNews(news);
        },
        onLate: (role) => noteLateThread(deps.journal, role),
        onEnd: () => {
          if (thread !== begun) return;
          thread = null;
          again({ code: 'lost', detail: 'the replication thread ended' });
        },
      },
    );
    return begun;
  }
  async function start(): Promise<void> {
    const address = await deps.address();
    if (isPaused || thread !== null) return;
    if (!address.ok) {
      again(address.error);
      return;
    }
    offlineSince = null;
    thread = started();
    // Where the thread has ended, `onEnd` starts another one.
    await thread.call('start', address.value, deps.sharing()).catch(() => undefined);
  }

  void start();
  return {
    thread: () => thread,
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
      void start();
    },
  };
}
