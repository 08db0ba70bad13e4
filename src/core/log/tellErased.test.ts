import { expect, it } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import { createDeskEvents } from '../desk/deskEvents.ts';
import { intent, manualClock } from '../testing/builders.ts';
import { tellErased } from './tellErased.ts';
import type { ErasedRequest } from './reads/retentionReads.ts';

const NOW = '2026-11-15T10:00:00.000Z';
const LATER = '2026-11-15T11:00:00.000Z';

it('tells pages which requests were erased, once, when the backup after a round has ended', async () => {
  const [one, two] = ['shop', 'other'].map((id) => profileIdSchema.parse(id));
  if (one === undefined || two === undefined) throw new Error('two profiles');
  const erased: readonly ErasedRequest[] = [
    { profileId: one, intentId: intent('A'), at: LATER },
    { profileId: two, intentId: intent('B'), at: LATER },
    { profileId: one, intentId: intent('C'), at: LATER },
  ];
  const fail = (error: unknown): never => {
    throw error;
  };
  const events = createDeskEvents(fail);
  const told: DeskEvent[] = [];
  events.onEvent((event) => told.push(event));
  tellErased({
    log: { erasedSince: async (at) => erased.filter((request) => request.at > at) },
    events,
    clock: manualClock(NOW),
  });
  const backUp = async (): Promise<readonly DeskEvent[]> => {
    told.length = 0;
    events.emit({ name: 'backup.changed', running: true });
    events.emit({ name: 'backup.changed', running: false });
    await new Promise((resolve) => setImmediate(resolve));
    return told.filter(({ name }) => name === 'requests.changed');
  };
  expect(await backUp()).toEqual([
    { name: 'requests.changed', profileId: one, intentIds: [intent('A'), intent('C')] },
    { name: 'requests.changed', profileId: two, intentIds: [intent('B')] },
  ]);
  expect(await backUp()).toEqual([]);
});
