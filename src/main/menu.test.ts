import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';

import { LANGUAGES } from '#shared/domain/settings.ts';
import { contextTemplate, menuTemplate, trayTemplate } from './menu.ts';
import { linkQuestion } from './questions.ts';
import { createSpeech } from './speech.ts';
import { FakeDesk } from './testing/fakeDesk.ts';
import { MAIN_WORDS } from './words.ts';

const PLATFORMS = ['darwin', 'win32', 'linux'] as const;

type Item = MenuItemConstructorOptions;

function flat(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => [
    item,
    ...(Array.isArray(item.submenu) ? flat(item.submenu) : []),
  ]);
}

/** As Electron calls it, of which nothing here looks at anything. */
function pressed(items: readonly Item[], label: string): void {
  const item = flat(items).find((one) => one.label === label);
  if (item?.click === undefined) throw new Error(`Nothing to press: ${label}`);
  Reflect.apply(item.click, item, []);
}

describe('the menu', () => {
  const nothing = { show: () => undefined, saveDiagnostics: () => undefined };

  test.each(PLATFORMS)('of %s says everything in the desk’s language', (platform) => {
    for (const language of LANGUAGES) {
      const words = MAIN_WORDS[language];
      const said = new Set<unknown>([...Object.values(words), 'Deposit Desk']);
      for (const item of flat(menuTemplate(platform, words, nothing))) {
        if (item.type !== 'separator') expect(said).toContain(item.label);
      }
    }
  });

  test.each(PLATFORMS)('of %s has its roles, and none that reloads or inspects', (platform) => {
    const roles = flat(menuTemplate(platform, MAIN_WORDS.en, nothing)).map(({ role }) => role);
    for (const role of ['undo', 'paste', 'selectAll', 'zoomIn', 'togglefullscreen', 'quit']) {
      expect(roles).toContain(role);
    }
    expect(roles.includes('services')).toBe(platform === 'darwin');
    for (const role of ['reload', 'forceReload', 'toggleDevTools', 'about']) {
      expect(roles).not.toContain(role);
    }
  });

  test.each(PLATFORMS)('of %s leads to the desk’s own screens', (platform) => {
    const done: string[] = [];
    const template = menuTemplate(platform, MAIN_WORDS.ru, {
      show: (screen) => done.push(screen),
      saveDiagnostics: () => done.push('saved'),
    });
    for (const label of ['Новая заявка', 'Настройки', 'Клавиши', 'О программе Deposit Desk']) {
      pressed(template, label);
    }
    pressed(template, 'Сохранить диагностику');
    expect(done).toEqual(['new', 'settings', 'shortcuts', 'about', 'saved']);
  });

  test.each(PLATFORMS)('of %s leaves every key to the page but those that zoom it', (platform) => {
    const items = flat(menuTemplate(platform, MAIN_WORDS.en, nothing));
    const own = items.filter(({ accelerator }) => accelerator !== undefined);
    expect(own.map(({ role, accelerator, visible }) => [role, accelerator, visible])).toEqual([
      ['zoomIn', 'CommandOrControl+=', false],
      ['zoomIn', 'CommandOrControl+numadd', false],
      ['zoomOut', 'CommandOrControl+numsub', false],
      ['resetZoom', 'CommandOrControl+num0', false],
    ]);
  });
});

describe('the tray’s menu', () => {
  test('shows, begins and quits; what is without an answer comes first', () => {
    const done: string[] = [];
    const actions = {
      showDesk: () => done.push('desk'),
      show: (screen: string) => done.push(screen),
      quit: () => done.push('quit'),
    };
    const quiet = trayTemplate(MAIN_WORDS.ru, 0, actions);
    const labels = quiet.flatMap(({ label }) => label ?? []);
    for (const label of labels) pressed(quiet, label);
    expect(done).toEqual(['desk', 'new', 'quit']);
    expect(trayTemplate(MAIN_WORDS.ru, 3, actions)[0]?.label).toBe('исход неизвестен: 3');
  });
});

describe('under the right button', () => {
  const place = { isEditable: true, selectionText: 'word', formControlType: 'input-text' };
  const enabled = (items: readonly Item[], role: string) =>
    items.find((item) => item.role === role)?.enabled;

  test('is what a field needs, and copying alone elsewhere', () => {
    const field = contextTemplate(MAIN_WORDS.en, place);
    expect(field.flatMap(({ role }) => role ?? [])).toEqual(
      expect.arrayContaining(['cut', 'copy', 'paste', 'selectAll']),
    );
    const text = contextTemplate(MAIN_WORDS.en, { ...place, isEditable: false });
    expect(text.map(({ role }) => role)).toEqual(['copy']);
    const nowhere = { ...place, isEditable: false, selectionText: '' };
    expect(contextTemplate(MAIN_WORDS.en, nowhere)).toEqual([]);
  });

  test('is no way to copy a secret that is being typed', () => {
    const secret = contextTemplate(MAIN_WORDS.en, { ...place, formControlType: 'input-password' });
    expect([enabled(secret, 'copy'), enabled(secret, 'cut')]).toEqual([false, false]);
    expect(enabled(contextTemplate(MAIN_WORDS.en, place), 'copy')).toBe(true);
  });
});

describe('words', () => {
  test.each(LANGUAGES)(
    'of %s are all there, and host, profile and number are in them',
    (language) => {
      const words = MAIN_WORDS[language];
      for (const word of Object.values(words)) expect(word).not.toBe('');
      expect(words.withoutAnswer(21)).toContain('21');
      const asked = linkQuestion(words, {
        host: 'pay.example',
        profileName: 'Shop',
        address: `https://pay.example/${'a'.repeat(2000)}`,
      });
      expect(asked.message).toContain('pay.example');
      expect(asked.detail).toContain('Shop');
      expect(asked.detail?.length).toBeLessThan(700);
      // Enter and Escape both leave it closed.
      expect([asked.defaultId, asked.cancelId]).toEqual([1, 1]);
    },
  );

  test('follow the language that is chosen, while the app runs', async () => {
    const desk = new FakeDesk();
    const speech = await createSpeech(desk);
    let changes = 0;
    speech.onChange(() => (changes += 1));
    expect(speech.words().file).toBe('File');
    desk.choose({ language: 'ru' });
    desk.choose({ language: 'ru', theme: 'dark' });
    expect([speech.words().file, changes]).toEqual(['Файл', 1]);
  });
});
