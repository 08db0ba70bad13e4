import { describe, expect, test } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import {
  type TaskbarProgress,
  WORTH_SHOWING_MS,
  createProgress,
  drawProgress,
} from './progress.ts';
import { FakeTime } from './testing/fakeDesk.ts';

const BACKING_UP: DeskEvent = { name: 'backup.changed', running: true };
const BACKED_UP: DeskEvent = { name: 'backup.changed', running: false };
const indexing = (indexed: number): DeskEvent => ({
  name: 'index.changed',
  index: { indexed, total: 1000 },
});
const exporting = (
  state: 'running' | 'done',
  written: number,
  total: number | null,
): DeskEvent => ({
  name: 'export.changed',
  owner: null,
  export: {
    exportId: '00000000-0000-4000-8000-000000000001',
    state,
    written,
    total,
    file: null,
    problem: null,
  },
});

describe('the taskbar', () => {
  function watched() {
    const shown: TaskbarProgress[] = [];
    const time = new FakeTime();
    return {
      tell: createProgress({ show: (one) => shown.push(one), after: time.after }),
      shown,
      time,
    };
  }

  test('shows how far a long export is, and nothing when it is done', () => {
    const { tell, shown, time } = watched();
    tell(exporting('running', 0, null));
    time.pass(WORTH_SHOWING_MS);
    tell(exporting('running', 250, 1000));
    tell(exporting('running', 500, 1000));
    tell(exporting('done', 1000, 1000));
    expect(shown).toEqual(['busy', 0.25, 0.5, 'none']);
  });

  test('shows how far a restore of the log is', () => {
    const { tell, shown, time } = watched();
    tell({ name: 'restore.changed', progress: { step: 'copying', share: 0.5 } });
    time.pass(WORTH_SHOWING_MS);
    tell({ name: 'restore.changed', progress: { step: 'checking', share: null } });
    tell({ name: 'restore.changed', progress: null });
    expect(shown).toEqual([0.5, 'busy', 'none']);
  });

  test('does not flicker for what is over at once', () => {
    const { tell, shown, time } = watched();
    tell(indexing(999));
    tell(indexing(1000));
    tell(BACKING_UP);
    tell(BACKED_UP);
    time.pass(WORTH_SHOWING_MS);
    expect(shown).toEqual([]);
  });

  test('shows several jobs as one', () => {
    const { tell, shown, time } = watched();
    tell(BACKING_UP);
    time.pass(WORTH_SHOWING_MS);
    tell(indexing(200));
    tell(exporting('running', 600, 1000));
    time.pass(WORTH_SHOWING_MS);
    tell(indexing(1000));
    tell(exporting('done', 1000, 1000));
    tell(BACKED_UP);
    expect(shown).toEqual(['busy', 0.2, 0.4, 0.6, 'busy', 'none']);
  });

  test.each([
    ['win32', 'busy', [2, { mode: 'indeterminate' }]],
    ['linux', 'busy', [-1]],
    ['darwin', 'none', [-1]],
    ['win32', 0.5, [0.5]],
  ] as const)('of %s is told %j as Electron counts', (platform, progress, told) => {
    const calls: unknown[] = [];
    const setProgressBar = (...given: readonly unknown[]) => void calls.push(given);
    drawProgress({ isDestroyed: () => false, setProgressBar }, progress, platform);
    drawProgress({ isDestroyed: () => true, setProgressBar }, progress, platform);
    expect(calls).toEqual([told]);
  });
});
