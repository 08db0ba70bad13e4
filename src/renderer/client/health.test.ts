import { describe, expect, it } from 'vitest';

import { stopsIssuing } from './health.ts';

describe('what stops issuing', () => {
  it('is a log that is damaged, or restored and not yet looked at', () => {
    const damaged = {
      state: 'damaged',
      damage: 'corrupt',
      file: 'log.sqlite',
      detail: '',
      setAside: null,
      newestBackup: null,
      missing: null,
    } as const;
    expect(stopsIssuing(damaged)).toBe('damaged');
    const from = {
      name: 'log-1.sqlite',
      takenAt: '2026-11-15T10:00:00.000Z',
      headSeq: 1,
      requests: 0,
      bytes: 1,
      kind: 'full',
    } as const;
    expect(stopsIssuing({ state: 'restored', from, missing: null })).toBe('restored');
  });

  it('is an answer that waits to be written, but not a write that failed before anything was sent', () => {
    expect(stopsIssuing({ state: 'not_writing', detail: 'full', held: 2 })).toBe('not_writing');
    expect(stopsIssuing({ state: 'not_writing', detail: 'full', held: 0 })).toBeNull();
    expect(stopsIssuing({ state: 'ok' })).toBeNull();
    expect(stopsIssuing(undefined)).toBeNull();
  });
});
