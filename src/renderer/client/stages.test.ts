import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { STAGES } from '#shared/domain/stage.ts';

import { requestOf } from '../testing/request.ts';
import { stageOf, withStage, withoutStage } from './stages.ts';

const { intentId } = requestOf();
const other = requestOf({}, 2).intentId;

describe('how far a request is', () => {
  it('is told by its outcome where nobody has said more', () => {
    expect(stageOf('prepared', null)).toBe('recorded');
    expect(stageOf('sending', null)).toBe('sent');
    expect(stageOf('prepared', 'connecting')).toBe('connecting');
    expect(stageOf('sending', 'waiting')).toBe('waiting');
  });

  it('is never less than its outcome says: an event may be late', () => {
    expect(stageOf('sending', 'connecting')).toBe('sent');
    expect(stageOf('prepared', 'sent')).toBe('sent');
  });

  it('never goes back, in whatever order the stages are told', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STAGES), { minLength: 1 }), (told) => {
        const list = told.reduce<ReturnType<typeof withStage>>(
          (rows, stage) => withStage(rows, { intentId, stage }),
          [{ intentId: other, stage: 'recorded' }],
        );
        const farthest = STAGES.findLast((stage) => told.includes(stage));
        expect(list).toHaveLength(2);
        expect(list).toContainEqual({ intentId, stage: farthest });
        expect(list).toContainEqual({ intentId: other, stage: 'recorded' });
        expect(withoutStage(list, intentId)).toEqual([{ intentId: other, stage: 'recorded' }]);
      }),
    );
  });
});
