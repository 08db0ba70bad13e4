import { describe, expect, it } from 'vitest';

import { help as en } from '../../../i18n/en/help.ts';
import { help as ru } from '../../../i18n/ru/help.ts';
import { help as uz } from '../../../i18n/uz/help.ts';
import { ARTICLES, stepKey } from './articles.ts';
import { filled } from './words.ts';

/** Not of an article. */
const OTHERS = ['help.title', 'help.articles', 'help.tour', 'help.keys', 'help.about'];

describe('help', () => {
  it.each([
    ['English', en],
    ['Russian', ru],
    ['Uzbek', uz],
  ])('has every word of every article, and none that is not shown, in %s', (_name, words) => {
    const shown = ARTICLES.flatMap((article) => [
      ...['title', 'lead', 'link'].map((part) => `help.${article.id}.${part}`),
      ...article.steps.map((step) => stepKey(article, step)),
    ]);
    expect(Object.keys(words).toSorted()).toEqual([...shown, ...OTHERS].toSorted());
    expect(Object.values(words).filter((word) => word.trim() === '')).toEqual([]);
  });

  it('names no key that the host does not have', () => {
    for (const text of [en, ru, uz].flatMap((words) => Object.values(words))) {
      for (const kind of ['electron', 'loopback'] as const) {
        expect(filled(text, kind)).not.toMatch(/[{}]/u);
      }
    }
    expect(filled('{{new}}', 'loopback')).not.toBe(filled('{{new}}', 'electron'));
  });
});
