import { expect, test } from 'vitest';

import { createChooseFolder, downloadsFolder } from './chooseFolder.ts';
import { MAIN_WORDS } from './words.ts';

test.each([
  [{ canceled: false, filePaths: ['/home/o/kept'] }, '/home/o/kept'],
  [{ canceled: true, filePaths: [] }, null],
  [{ canceled: false, filePaths: [] }, null],
])('a dialog that answers %j chooses %j', async (answer, chosen) => {
  const asked: unknown[] = [];
  const showOpenDialog = async (...given: readonly unknown[]) => {
    asked.push(...given);
    return answer;
  };
  expect(await createChooseFolder({ showOpenDialog }, () => null)('ru')).toBe(chosen);
  expect(asked).toMatchObject([
    {
      title: MAIN_WORDS.ru.chooseFolder,
      properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
    },
  ]);
});

test('a system without a folder for downloads has the desk’s own', () => {
  expect(downloadsFolder({ getPath: () => '/home/o/Downloads' }, '/data/exports')).toBe(
    '/home/o/Downloads',
  );
  const getPath = (): never => {
    throw new Error("Failed to get 'downloads' path");
  };
  expect(downloadsFolder({ getPath }, '/data/exports')).toBe('/data/exports');
});
