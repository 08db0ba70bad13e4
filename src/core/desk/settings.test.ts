import { afterAll, expect, it } from 'vitest';

import { createJsonFiles } from '../files/jsonFile.ts';
import { manualClock, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createSettings } from './settings.ts';

afterAll(removeTemporaryDirs);

function open(systemLanguage: string, dataDir = temporaryDir()) {
  const clock = manualClock();
  const files = createJsonFiles(clock.now(), () => undefined);
  return createSettings({ dataDir, systemLanguage, osAccount: 'anna', files });
}

it.each([
  ['ru-RU', 'ru'],
  ['ru', 'ru'],
  ['ru_RU.UTF-8', 'ru'],
  ['ru-Cyrl-KZ', 'ru'],
  ['RU', 'ru'],
  ['uz-Latn-UZ', 'en'],
  ['en-GB', 'en'],
  ['rup', 'en'],
  ['kk-KZ', 'en'],
  ['C', 'en'],
  ['', 'en'],
])('a system in %j begins in %s', (system, language) => {
  expect(open(system).get().language).toBe(language);
});

it('stays in the language that the operator chose, whatever the system prefers later', () => {
  const dataDir = temporaryDir();
  open('en-GB', dataDir).update({ language: 'en' });
  expect(open('ru-RU', dataDir).get().language).toBe('en');
});

it('begins as somebody would want it who has chosen nothing', () => {
  expect(open('en').get()).toMatchObject({
    textSize: 100,
    privacy: false,
    protectionPutOff: false,
    messageLanguage: null,
    messageChannel: 'telegram',
  });
});
