import type { DeskEvent } from '#shared/contract/events.ts';

/** Between 0 and 1; null: under way, how far is unknown. */
type Share = number | null;

/** What is shown on the taskbar: nothing, something under way, or a share. */
export type TaskbarProgress = 'none' | 'busy' | number;

/** Shorter jobs would only flicker. */
export const WORTH_SHOWING_MS = 700;

export type ProgressDeps = {
  readonly show: (progress: TaskbarProgress) => void;
  readonly after: (work: () => void, ms: number) => void;
};

/** Long jobs, as the desk's own events tell of them: exports, backups and restores of the log, the search index catching up. */
export function createProgress({ show, after }: ProgressDeps): (event: DeskEvent) => void {
  const jobs = new Map<string, { share: Share; isShown: boolean }>();
  let shown: TaskbarProgress = 'none';

  function draw(): void {
    const shares = [...jobs.values()].filter(({ isShown }) => isShown).map(({ share }) => share);
    const next = progressOf(shares);
    if (next === shown) return;
    shown = next;
    show(next);
  }

  function is(job: string, share: Share): void {
    const known = jobs.get(job);
    if (known !== undefined) {
      known.share = share;
      draw();
      return;
    }
    const begun = { share, isShown: false };
    jobs.set(job, begun);
    after(() => {
      begun.isShown = true;
      draw();
    }, WORTH_SHOWING_MS);
  }

  function isOver(job: string): void {
    jobs.delete(job);
    draw();
  }

  return (event) => {
    if (event.name === 'export.changed') {
      const { exportId, state, written, total } = event.export;
      if (state === 'running') is(`export ${exportId}`, shareOf(written, total));
      else isOver(`export ${exportId}`);
    } else if (event.name === 'index.changed') {
      const { indexed, total } = event.index;
      if (indexed < total) is('index', shareOf(indexed, total));
      else isOver('index');
    } else if (event.name === 'backup.changed') {
      if (event.running) is('backup', null);
      else isOver('backup');
    } else if (event.name === 'restore.changed') {
      if (event.progress === null) isOver('restore');
      else is('restore', event.progress.share);
    }
  };
}

function shareOf(done: number, total: number | null): Share {
  return total === null || total === 0 ? null : Math.min(1, done / total);
}

/** All jobs together; as far as the known ones are. */
function progressOf(shares: readonly Share[]): TaskbarProgress {
  const known = shares.filter((share) => share !== null);
  if (known.length > 0) return known.reduce((sum, share) => sum + share, 0) / known.length;
  return shares.length > 0 ? 'busy' : 'none';
}

type ProgressWindow = {
  readonly isDestroyed: () => boolean;
  readonly setProgressBar: (
    progress: number,
    options?: { mode: 'none' | 'normal' | 'indeterminate' },
  ) => void;
};

/** As Electron counts: below 0 none, above 1 busy. Linux shows no share that is not known. */
export function drawProgress(
  window: ProgressWindow,
  progress: TaskbarProgress,
  platform: NodeJS.Platform,
): void {
  if (window.isDestroyed()) return;
  if (typeof progress === 'number') window.setProgressBar(progress);
  else if (progress === 'none' || platform === 'linux') window.setProgressBar(-1);
  else window.setProgressBar(2, { mode: 'indeterminate' });
}
