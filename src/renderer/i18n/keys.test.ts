import { expect, it } from 'vitest';

import { LANGUAGES } from '#shared/domain/settings.ts';

import { en } from './en.ts';
import { activity as activityEn } from './en/activity.ts';
import { papers as papersEn } from './en/papers.ts';
import { pins as pinsEn } from './en/pins.ts';
import { teamPages as teamEn } from './en/teamPages.ts';
import { ru } from './ru.ts';
import { activity as activityRu } from './ru/activity.ts';
import { papers as papersRu } from './ru/papers.ts';
import { pins as pinsRu } from './ru/pins.ts';
import { teamPages as teamRu } from './ru/teamPages.ts';
import { PLURAL_FORMS } from './words.ts';

const PLACE = /\{\{\w+\}\}/gu;

/** Every source of the page that is no wording itself and no test, and what says words in the page and in reports. */
const FILES = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '../../shared/domain/batchReason.ts'],
  { query: '?raw', import: 'default', eager: true },
);
const SOURCES = Object.entries(FILES)
  .filter(([file]) => !/^\.\/(?:en|ru)\b/u.test(file))
  .map(([, text]) => text);

const WORDS = {
  en: { ...en, ...pinsEn, ...activityEn, ...teamEn, ...papersEn },
  ru: { ...ru, ...pinsRu, ...activityRu, ...teamRu, ...papersRu },
} as const;
const FORM = /_(?:one|few|many|other)$/u;
const stemOf = (key: string): string => key.replace(FORM, '');
const STEMS = [...new Set(Object.keys(WORDS.en).map(stemOf))];

/** Written out: 'form.amount'. */
const WHOLE = new Set(SOURCES.flatMap((text) => text.match(/(?<=['"`])[\w.-]+(?=['"`])/gu) ?? []));
const TEMPLATES = SOURCES.flatMap((text) => [
  ...(text.match(/(?<=`)[\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+(?=`)/gu) ?? []),
]).map((template) => template.split(/\$\{[^}]*\}/u));
/** `part.${part}`: the beginning is written, the rest is a word of the domain. The compiler knows that each has its words. */
const PATTERNS = TEMPLATES.filter(([start = '']) => start.includes('.')).map(
  (parts) =>
    new RegExp(
      `^${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('[\\w-]+')}$`,
      'u',
    ),
);
/** `${word}.hint`: more about something that is said itself. */
const ENDINGS = TEMPLATES.filter(
  ([start = '', end = '']) => start === '' && end.startsWith('.'),
).map(([, end = '']) => end);

function isSaid(key: string): boolean {
  return (
    WHOLE.has(key) ||
    PATTERNS.some((pattern) => pattern.test(key)) ||
    ENDINGS.some((end) => key.endsWith(end) && isSaid(key.slice(0, -end.length)))
  );
}

it('every key is said somewhere', () => {
  expect(STEMS.filter((key) => !isSaid(key))).toEqual([]);
});

it('finds a key that no source says', () => {
  expect(['form.nobody', 'nobody.hint', 'part.message.long'].filter(isSaid)).toEqual([]);
});

function expectedIn(language: (typeof LANGUAGES)[number]): ReadonlySet<string> {
  const keys = Object.keys(WORDS.en).flatMap((key) =>
    FORM.test(key) ? PLURAL_FORMS[language].map((form) => `${stemOf(key)}_${form}`) : [key],
  );
  return new Set(keys);
}

it.each(LANGUAGES)('%s has every key', (language) => {
  const missing = [...expectedIn(language)].filter((key) => !(key in WORDS[language]));
  expect(missing).toEqual([]);
});

it.each(LANGUAGES)('%s has no other keys, and words for each', (language) => {
  const expected = expectedIn(language);
  const entries = Object.entries(WORDS[language]);
  expect(entries.filter(([key]) => !expected.has(key))).toEqual([]);
  expect(entries.filter(([, text]) => text.trim() === '')).toEqual([]);
});

it.each(LANGUAGES)('%s has no places for values that English has not', (language) => {
  const places = new Map<string, Set<string>>();
  for (const [key, text] of Object.entries(WORDS.en)) {
    const known = places.get(stemOf(key)) ?? new Set();
    for (const place of text.match(PLACE) ?? []) known.add(place);
    places.set(stemOf(key), known);
  }
  const different = Object.entries(WORDS[language]).filter(([key, text]) =>
    (text.match(PLACE) ?? []).some((place) => places.get(stemOf(key))?.has(place) !== true),
  );
  expect(different).toEqual([]);
});

/** Words that were agreed on with the people who use them: a later reading of all texts must not take them back. */
const AGREED = [
  ['form.direct', 'Requisites', 'Реквизиты'],
  ['form.page', 'Payment link', 'Ссылка на оплату'],
  ['form.submit.create', 'Issue request', 'Создать заявку'],
  ['bar.find', 'Search or run', 'Поиск и команды'],
  ['heard.never', 'Status updates are off', null],
  ['message.edit', 'Edit this message', null],
  ['mismatch.open', 'Record decision', null],
  ['resolve.absent.save', 'Mark as not found', null],
  ['resolve.absent', null, 'Не найдена'],
  ['inbox.off.title', 'Callbacks are off', null],
  ['lab.find', 'Find settings', null],
  ['knob.separator', 'Separator', null],
  ['detail.sent', 'Request sent', null],
  ['detail.timeline', null, 'История'],
  ['log.views', null, 'Сохранённые фильтры'],
  ['backup.now', null, 'Создать копию'],
] as const;

it.each(AGREED)('%s says what was agreed', (key, english, russian) => {
  expect(en[key]).toBe(english ?? en[key]);
  expect(ru[key]).toBe(russian ?? ru[key]);
});
