import { expect, it } from 'vitest';

import { KNOWN_FACTS, PERSON_FACTS } from '../../src/core/log/reads/activityReads.ts';
import { logEventSchema } from '../../src/core/log/store/events.ts';
import { CHANGES, DESK_SETTINGS } from '../../src/core/people/changes.ts';
import { activityText, detailTexts } from '../../src/renderer/features/people/activityText.ts';
import { en } from '../../src/renderer/i18n/en.ts';
import { activity as activityEn } from '../../src/renderer/i18n/en/activity.ts';
import { pins as pinsEn } from '../../src/renderer/i18n/en/pins.ts';
import { speechOf } from '../../src/renderer/i18n/i18n.ts';
import { ru } from '../../src/renderer/i18n/ru.ts';
import { activity as activityRu } from '../../src/renderer/i18n/ru/activity.ts';
import { pins as pinsRu } from '../../src/renderer/i18n/ru/pins.ts';
import { uz } from '../../src/renderer/i18n/uz.ts';
import { activity as activityUz } from '../../src/renderer/i18n/uz/activity.ts';
import { pins as pinsUz } from '../../src/renderer/i18n/uz/pins.ts';
import { type Activity, isActivity } from '../../src/shared/domain/activity.ts';
import { listenerSettingsSchema } from '../../src/shared/domain/callback.ts';
import { profileSchema } from '../../src/shared/domain/profile.ts';

/** Activity shows every event that is not the ordinary work of the desk: none of them, and no field of one, by its raw name. */

const SPEECHES = [
  speechOf('en', { ...en, ...pinsEn, ...activityEn }),
  speechOf('ru', { ...ru, ...pinsRu, ...activityRu }),
  speechOf('uz', { ...uz, ...pinsUz, ...activityUz }),
];

const KINDS = logEventSchema.options
  .map(({ shape }) => shape.kind.value)
  .filter((kind) => isActivity(kind) && kind !== 'setting_changed');
const OF_PROFILE = Object.keys(profileSchema.shape).filter(
  (name) => name !== 'id' && name !== 'defaultUrls',
);
/** Names of fields with a value each, as core states it. */
const FACTS: readonly (readonly [name: string, after: string])[] = [
  ...[...KNOWN_FACTS, ...PERSON_FACTS, ...DESK_SETTINGS, ...OF_PROFILE].map(
    (name) => [name, 'x'] as const,
  ),
  ...Object.keys(listenerSettingsSchema.shape).map((name) => [name, 'true'] as const),
  ...['callback', 'success', 'reject'].map((url) => [`defaultUrls.${url}`, 'x'] as const),
  ...['newPath', 'slot', 'characters', 'rows', 'requisites', 'days', 'idleMinutes'].map(
    (name) => [name, '1'] as const,
  ),
  ['because', 'idle'],
  ['role', 'auditor'],
  ['isArchived', 'true'],
  ['byCode', 'true'],
  ['how', 'witnessed'],
  ['change', 'new_key'],
  ['keep', 'run'],
  ['keep', 'stored'],
  ['mode', 'live'],
  ['limitsPolicy', 'warn'],
  ['notifications', 'app'],
  ['keychainLibrary', 'keyring'],
  ['messageChannel', 'plain'],
  ['reasons', 'first_live, unmasked_export'],
  ['purpose', 'approve'],
  ['purpose', 'resolve'],
  ['purpose', 'person'],
  ['keyRole', 'senior'],
  ['keyRole', 'none'],
  ['sharing', 'proof'],
  ['offline', 'own_numbers'],
  ['code', 'x'],
  ['database', 'x'],
];
/** Whose value has words of its own: with a value of another version its name may be shown. */
const PHRASES = new Set(['because', 'role', 'how', 'change', 'keep', 'reasons']);

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

/** English and Uzbek have words that a name could be by chance: there only a name that no sentence has is looked for. */
const isPlainWord = (word: string): boolean => /^[a-z]+$/u.test(word);

it.each(SPEECHES)('every field of an event has words in $language', ({ language, say }) => {
  const raw = FACTS.filter(([name, after]) => {
    if (after === 'x' && PHRASES.has(name)) return false;
    const [text = ''] = detailTexts(row('setting_changed', name, after), say);
    const words = new Set(
      text.split(/[^\p{L}\p{N}_.]+/u).filter((word) => language === 'ru' || !isPlainWord(word)),
    );
    const isStated = ['x', '1', 'true'].includes(after);
    return text === '' || words.has(name) || (!isStated && words.has(after));
  });
  expect(raw).toEqual([]);
});
