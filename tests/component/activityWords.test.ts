import { expect, it } from 'vitest';

import { logEventSchema } from '../../src/core/log/store/events.ts';
import { CHANGES } from '../../src/core/people/changes.ts';
import { activityText } from '../../src/renderer/features/people/activityText.ts';
import { en } from '../../src/renderer/i18n/en.ts';
import { activity as activityEn } from '../../src/renderer/i18n/en/activity.ts';
import { pins as pinsEn } from '../../src/renderer/i18n/en/pins.ts';
import { speechOf } from '../../src/renderer/i18n/i18n.ts';
import { ru } from '../../src/renderer/i18n/ru.ts';
import { activity as activityRu } from '../../src/renderer/i18n/ru/activity.ts';
import { pins as pinsRu } from '../../src/renderer/i18n/ru/pins.ts';
import { type Activity, isActivity } from '../../src/shared/domain/activity.ts';

/** Activity shows every event that is not the ordinary work of the desk: none of them by its raw name. Its fields have theirs. */

const SPEECHES = [
  speechOf('en', { ...en, ...pinsEn, ...activityEn }),
  speechOf('ru', { ...ru, ...pinsRu, ...activityRu }),
];

const KINDS = logEventSchema.options
  .map(({ shape }) => shape.kind.value)
  .filter((kind) => isActivity(kind) && kind !== 'setting_changed');

const row = (kind: string, name?: string, after?: string): Activity => ({
  seq: 1,
  at: '2026-11-15T10:00:00.000Z',
  kind,
  who: null,
  about: null,
  facts: name === undefined ? [] : [{ name, before: null, after: after ?? null }],
  failures: null,
});

it.each(SPEECHES)('every kind of event has words in $language', ({ say }) => {
  expect(KINDS.length).toBeGreaterThan(20);
  const raw = KINDS.filter((kind) => activityText(row(kind), say).includes(': '));
  expect(raw).toEqual([]);
  const changes = Object.keys(CHANGES).filter((what) =>
    activityText(row('setting_changed', 'what', what), say).includes(': '),
  );
  expect(changes).toEqual([]);
});
