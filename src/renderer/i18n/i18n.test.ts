import { describe, expect, it } from 'vitest';

import { LANGUAGES } from '#shared/domain/settings.ts';

import { createI18n } from '../testing/i18n.ts';
import { type WordKey, speechOf } from './i18n.ts';
import { languageOf } from './loadWords.ts';
import { PLURAL_FORMS } from './words.ts';

describe('wording', () => {
  const name: WordKey = 'app.name';
  const many: WordKey = 'recovery.title';

  it('puts values into their places, whatever is in them', () => {
    const { say } = speechOf('en', { [name]: '{{amount}} for {{customer}}, {{amount}}' });
    expect(say(name, { amount: 5, customer: '$& {{amount}} <b>' })).toBe(
      '5 for $& {{amount}} <b>, 5',
    );
  });

  it('shows a place without a value, and a key without words, as they are', () => {
    const { say } = speechOf('en', { [name]: 'for {{customer}}' });
    expect(say(name, { amount: 1 })).toBe('for {{customer}}');
    expect(say(many)).toBe(many);
  });

  it.each([
    ['en', 1, '1 request was'],
    ['en', 2, '2 requests were'],
    ['ru', 1, 'Прервана 1 заявка'],
    ['ru', 3, 'Прерваны 3 заявки'],
    ['ru', 11, 'Прервано 11 заявок'],
    ['ru', 21, 'Прервана 21 заявка'],
  ] as const)('%s says %i with its own plural form', (language, count, words) => {
    expect(createI18n(language).say(many, { count })).toContain(words);
  });

  it('chooses the plural form by the language’s own rules', () => {
    const forms = Object.fromEntries(PLURAL_FORMS.ru.map((form) => [`${many}_${form}`, form]));
    const { say } = speechOf('ru', forms);
    expect([1, 2, 5, 11, 12, 21, 22, 25, 101, 111].map((count) => say(many, { count }))).toEqual([
      'one',
      'few',
      'many',
      'many',
      'many',
      'one',
      'few',
      'many',
      'one',
      'many',
    ]);
  });
});

it.each(LANGUAGES)('%s has the plural forms that the browser knows of', (language) => {
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  expect([...PLURAL_FORMS[language]].toSorted()).toEqual(known.toSorted());
});

it.each([
  ['ru-RU', 'ru'],
  ['uz-Latn-UZ', 'en'],
  ['en-GB', 'en'],
  ['de', 'en'],
  ['rup', 'en'],
  ['', 'en'],
] as const)('a page in %j is said in %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});
