import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Language } from '../../i18n/i18n.ts';
import { createI18n } from '../../testing/i18n.ts';
import { commandsFor } from './commands.ts';
import { rankOf, ranked, readings } from './rank.ts';

const COMMANDS = [
  { name: 'New request' },
  { name: 'Log', also: ['Журнал'] },
  { name: 'Inbox' },
  { name: 'Settings' },
  { name: 'Search the log' },
  { name: 'Repeat the last request' },
] as const;
const found = (text: string): readonly string[] => ranked(text, COMMANDS).map(({ name }) => name);

describe('what was typed on the other keyboard', () => {
  it('is read both ways', () => {
    expect(readings('дщп')).toStrictEqual(['дщп', 'log']);
    expect(readings(';ehyfk')).toStrictEqual([';ehyfk', 'журнал']);
    expect(readings('СГЫЕ-77')).toStrictEqual(['СГЫЕ-77', 'CUST-77']);
    expect(readings('4711')).toStrictEqual(['4711']);
  });

  it('reads every text as itself first, and the other reading has as many signs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [first, other = ''] = readings(text);
        expect(first).toBe(text);
        expect(['', text].includes(other) ? text : other).toHaveLength(text.length);
      }),
    );
  });
});

describe('ranking', () => {
  it('finds a command by the beginning of its name, of its words, in the middle, by the other layout', () => {
    expect(found('log')).toStrictEqual(['Log', 'Search the log']);
    expect(found('req')).toStrictEqual(['New request', 'Repeat the last request']);
    expect(found('дщп')).toStrictEqual(['Log', 'Search the log']);
    expect(found('eque')).toStrictEqual(['New request', 'Repeat the last request']);
    expect(found('last rep')).toStrictEqual(['Repeat the last request']);
  });

  it('finds by another word for it', () => {
    expect(found('журн')).toStrictEqual(['Log']);
    expect(found(';ehy')).toStrictEqual(['Log']);
  });

  it('takes scattered letters only where nothing is named so', () => {
    expect(found('nwrq')).toStrictEqual(['New request']);
    expect(found('se')).toStrictEqual(['Settings', 'Search the log']);
    expect(found('z')).toStrictEqual([]);
  });

  it('keeps the order of the list among equals, and lists all for nothing typed', () => {
    expect(found('')).toStrictEqual(COMMANDS.map(({ name }) => name));
    expect(found('  ')).toStrictEqual(COMMANDS.map(({ name }) => name));
  });

  it('finds everything by any beginning of its own name, in either layout', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMANDS),
        fc.integer({ min: 1, max: 20 }),
        ({ name }, length) => {
          for (const typed of readings(name.slice(0, length))) {
            expect(rankOf(typed, { name })).toBe('start');
          }
        },
      ),
    );
  });
});

describe('commands', () => {
  const namedSo = (typed: string, language: Language): readonly string[] => {
    const { say } = createI18n(language);
    const commands = commandsFor({ theme: 'system', language });
    const named = commands.map(({ id, words }) => ({
      id,
      name: words.map((word) => say(word)).join(': '),
    }));
    return ranked(typed, named).map(({ id }) => id);
  };

  it('export, change theme and language, and resolve, by the words for it', () => {
    expect(namedSo('export', 'en')).toStrictEqual(['export.open']);
    expect(namedSo('theme', 'en').slice(0, 2)).toStrictEqual(['theme.light', 'theme.dark']);
    expect(namedSo('dark', 'en')).toStrictEqual(['theme.dark']);
    expect(namedSo('language', 'en')[0]).toBe('language.ru');
    expect(namedSo('resolve', 'en')).toStrictEqual(['go.resolve']);
    expect(namedSo('выгруз', 'ru')).toStrictEqual(['export.open']);
    expect(namedSo('тёмн', 'ru')).toStrictEqual(['theme.dark']);
    expect(namedSo('язык', 'ru')[0]).toBe('language.en');
    expect(namedSo('разобр', 'ru')).toStrictEqual(['go.resolve']);
  });
});
