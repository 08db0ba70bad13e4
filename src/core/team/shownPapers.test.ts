import { expect, it } from 'vitest';

import { manualClock } from '../testing/builders.ts';
import { isShown } from './shownPapers.ts';
import type { TeamPaper } from './signedCalls.ts';

const clock = manualClock();
const WORD: TeamPaper = {
  paper_id: '00000000-0000-4000-8000-000000000001',
  purpose: 'resolve',
  desk_id: '00000000-0000-4000-8000-000000000002',
  login: 'desk_front',
  written_by: 'desk_back',
  merchant: 'm',
  subject: '00000000-0000-4000-8000-000000000003',
  digest: 'd',
  content: '{}',
  expires_at: '2099-01-01T00:00:00.000Z',
  recorded_at: '2026-11-18T06:00:00.000Z',
  result: null,
  public_keys: [],
  signatures: [],
  signed_here: true,
};

it.each([
  ['a word of this desk', {}, true],
  ['one whose signature did not reach the server', { signed_here: false }, false],
  ['a word of another desk', { written_by: 'desk_side' }, false],
  ['a card of another desk', { purpose: 'approve' }, true],
  ['one that is over, signed here', { purpose: 'approve', result: 'used' }, true],
  ['one that is over', { purpose: 'approve', result: 'used', signed_here: false }, false],
  ['a card of this desk', { purpose: 'approve', login: 'desk_back' }, false],
] as const)('%s', (_, changed, is) => {
  expect(isShown({ ...WORD, ...changed }, { login: 'desk_back' }, clock)).toBe(is);
});
