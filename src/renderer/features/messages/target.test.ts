import { describe, expect, it } from 'vitest';

import type { DepositRequest } from '#shared/domain/request.ts';

import { requestOf } from '../../testing/request.ts';
import { type Attempt, newestTarget } from './target.ts';

const at = (createdAt: string, number: number, more: object = {}): DepositRequest =>
  requestOf({ createdAt, ...more }, number);
const older = at('2026-11-15T10:00:00.000Z', 1);
const newer = at('2026-11-15T10:01:00.000Z', 2);
const attempt = (time: string, status: Attempt['status']): Attempt => ({
  customer: 'cust-9',
  status,
  atMs: Date.parse(time),
});

describe('whose message the key copies', () => {
  it('that of the newest request, whatever the clock was set to since', () => {
    expect(newestTarget([newer, older], [])).toEqual({ kind: 'request', request: newer });
    expect(newestTarget([older, newer], [])).toEqual({ kind: 'request', request: older });
  });

  it('nobody’s before anything was issued: a sample was issued by nobody', () => {
    expect(newestTarget([], [])).toEqual({ kind: 'none' });
    expect(newestTarget([at('2026-11-15T10:02:00.000Z', 3, { sample: true })], [])).toEqual({
      kind: 'none',
    });
  });

  it('not an older customer’s while the newest is on its way into the log', () => {
    const pending = attempt('2026-11-15T10:00:30.000Z', 'pending');
    expect(newestTarget([newer, older], [pending])).toEqual({ kind: 'attempt', attempt: pending });
  });

  it('nor where the newest did not get there; one that did later is the newest again', () => {
    const failed = attempt('2026-11-15T10:00:30.000Z', 'error');
    expect(newestTarget([older], [failed])).toEqual({ kind: 'attempt', attempt: failed });
    expect(newestTarget([newer, older], [failed])).toEqual({ kind: 'request', request: newer });
  });
});
