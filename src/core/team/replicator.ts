import { type Result, err } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

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
  readonly onThreadLate?: (role: string) => void;
};

/** The replication thread, seen from the thread that serves pages. It is there from now on, whatever ends it, until it is closed. */
export function createReplicator(deps: ReplicatorDeps) {
  const startWorker = workersFrom(deps.logWorkerUrl);
  let thread: Thread<ReplicatorApi> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isPaused = false;
  let offlineSince: string | null = null;

  function offline(fault: TeamFault): void {
    offlineSince ??= deps.clock.now().toISOString();
    const standing = { kind: 'offline', since: offlineSince, fault } as const;
    deps.onNews({ standing, clockOffsetMs: null, conflicts: 0, codes: [], recent: [] });
  }
  function again(fault: TeamFault): void {
    if (isPaused) return;
    offline(fault);
    clearTimeout(timer);
    timer = setTimeout(() => void start(), AGAIN_MS).unref();
  }

  async function start(): Promise<void> {
    const address = await deps.address();
    if (isPaused || thread !== null) return;
    if (!address.ok) {
      again(address.error);
      return;
    }
    const started = startThread<ReplicatorApi>(
      startWorker,
      { role: 'replicator', dataDir: deps.dataDir },
      {
        onTeam: (news) => {
          if (thread === started) deps.onNews(news);
        },
        onLate: (role) => deps.onThreadLate?.(role),
        onEnd: () => {
          if (thread !== started) return;
          thread = null;
          again({ code: 'lost', detail: 'the replication thread ended' });
        },
      },
    );
    thread = started;
    // Where the thread has ended, `onEnd` starts another one.
    await started.call('start', address.value, deps.sharing()).catch(() => undefined);
  }

  async function pause(): Promise<void> {
    isPaused = true;
    clearTimeout(timer);
    const ending = thread;
    thread = null;
    await ending?.end();
  }
  function resume(): void {
    if (!isPaused) return;
    isPaused = false;
    void start();
  }

  void start();
  return {
    /** Never rejects; resolves once the server has every event that the log has now. */
    async inStep(): Promise<void> {
      try {
        if (thread !== null) {
          await thread.call('inStep');
          return;
        }
      } catch {
        // It ended meanwhile.
      }
      await new Promise(() => undefined);
    },
    async ask<N extends Questions>(
      name: N,
      ...args: Parameters<ReplicatorApi[N]>
    ): Promise<Answer<N> | { readonly ok: false; readonly error: TeamFault }> {
      try {
        if (thread !== null) return await thread.call(name, ...args);
      } catch (error) {
        if (!(error instanceof ThreadEndedError)) throw error;
      }
      return err({ code: 'lost', detail: 'the team is not being asked at the moment' });
    },
    /** With what profiles share now. */
    share(): void {
      void thread?.call('share', deps.sharing()).catch(() => undefined);
    },
    /** Closes the log's file: another one, or the same one with another key, is put in its place. */
    pause,
    resume,
    close: pause,
  };
}
