import { afterAll, expect, it } from 'vitest';

import { type ActivityFilter, EVERY_ACTIVITY } from '#shared/domain/activity.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';

import { openDatabase } from '../log/store/database.ts';
import type { NewEvent } from '../log/store/events.ts';
import { type LogPaths, logPathsOf } from '../log/store/paths.ts';
import { projectEvent } from '../log/store/projection.ts';
import { createStore } from '../log/store/store.ts';
import { seedLog } from '../../../tests/provider/samples/seedLog.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { openFinder } from './finder.ts';
import type { ActivityPlaces } from './activity.ts';

afterAll(removeTemporaryDirs);

const PERSON = '11111111-1111-4111-8111-111111111111';
const operator = { account: 'desk', name: 'Anna', personId: PERSON };
const pin = { salt: '', hash: '', cost: { N: 2, r: 1, p: 1 }, pepper: '' };
const EVENTS: readonly NewEvent[] = [
  { kind: 'person_added', body: { personId: PERSON, operator, name: 'Anna', role: 'senior', pin } },
  { kind: 'pin_tried', body: { personId: PERSON } },
  { kind: 'pin_tried', body: { personId: PERSON } },
  { kind: 'signed_in', body: { personId: PERSON, operator } },
  {
    kind: 'exported',
    body: { operator, file: 'a.csv', rows: 1, requisites: 'masked', sha256: '' },
  },
];
const UNTIL = '2026-11-15T00:00:00.000Z';
const LATER = '2026-11-20T00:00:00.000Z';

/** Requests, then events of Activity, then ordinary work. */
function seeded(): LogPaths {
  const paths = logPathsOf(temporaryDir());
  seedLog(paths.file, { rows: 300, seed: 5, untilMs: Date.parse(UNTIL) }, () => undefined);
  const { db, events, projection } = createStore(openDatabase(paths.file));
  const intentId = db.prepare("SELECT intent_id FROM request WHERE outcome = 'accepted' LIMIT 1");
  const revealed = { intentId: intentIdSchema.parse(intentId.pluck().get()), operator };
  const add = (event: NewEvent): void => projectEvent(projection, events.append(event, UNTIL));
  db.transaction(() => {
    for (const event of EVENTS) add(event);
    add({ kind: 'revealed', body: revealed });
    for (let filler = 0; filler < 600; filler += 1) {
      add({ kind: 'recovery_acknowledged', body: { operator } });
    }
  })();
  db.close();
  return paths;
}

function placesIn(paths: LogPaths, fillFrom: number): ActivityPlaces {
  const finder = openFinder(paths, { readonly: false, fillFrom });
  try {
    while (finder.catchUp(1000));
    return finder.activityPlaces({ ...EVERY_ACTIVITY, personId: PERSON }, null, 100);
  } finally {
    finder.close();
  }
}

it('finds the same events one by one and by a first filling', () => {
  const rows = placesIn(seeded(), 1_000_000);
  // Added, one wrong PIN, signed in, exported, revealed: the right attempt is no line of its own.
  expect(rows.places).toHaveLength(5);
  expect(rows.total).toBe(5);
  expect(rows.places.map(({ failures }) => failures)).toEqual([null, null, null, 1, null]);
  expect(placesIn(seeded(), 1)).toEqual(rows);
});

it('narrows to a person, a group and a span', () => {
  const finder = openFinder(seeded(), { readonly: false });
  while (finder.catchUp(1000));
  const count = (filter: Partial<ActivityFilter>): number =>
    finder.activityPlaces({ ...EVERY_ACTIVITY, ...filter }, null, 100).total;
  expect(count({ personId: PERSON })).toBe(5);
  expect(count({ personId: '22222222-2222-4222-8222-222222222222' })).toBe(0);
  expect(count({ personId: PERSON, group: 'reveal' })).toBe(1);
  expect(count({ group: 'approval' })).toBe(0);
  expect(count({ from: UNTIL, to: LATER })).toBe(5);
  expect(count({ personId: PERSON, to: UNTIL })).toBe(0);
  finder.close();
});
