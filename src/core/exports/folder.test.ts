import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { FIRST_SETTINGS, type Settings } from '#shared/domain/settings.ts';

import { useKeyRing } from '../protection/keyRing.ts';
import { createExportFolder, isCreationDenied, isDenied } from './folder.ts';
import { ExportProblem, onDisk } from './problem.ts';

const SETTINGS: Settings = {
  ...FIRST_SETTINGS,
  language: 'ru',
  operatorName: 'Olga',
};
const fault = (code: string): Error => Object.assign(new Error(code), { code });

describe('the folder for files', () => {
  it('is outside of a data directory that is protected, whose own folder is inside of it', () => {
    const [dataDir, secret] = ['/desk', '0'.repeat(64)];
    const settings = { get: () => SETTINGS };
    const { signal: stop } = new AbortController();
    const own = createExportFolder({ dataDir, exportsDir: '/desk/exports', settings, stop });
    expect(own.current()).toBe('/desk/exports');
    useKeyRing(dataDir, { current: { id: '0'.repeat(32), secret }, others: [] });
    expect(own.current()).toBe(`${path.resolve(dataDir)}-exports`);
    useKeyRing(dataDir, null);
  });

  const open = (chooseFolder?: (language: string) => Promise<string | null>) => {
    const closing = new AbortController();
    const folder = createExportFolder({
      dataDir: '/desk',
      exportsDir: '/downloads',
      ...(chooseFolder === undefined ? {} : { chooseFolder }),
      settings: { get: () => SETTINGS },
      stop: closing.signal,
    });
    return { folder, closing };
  };

  it('is another one once the operator has chosen it, asked in the desk’s language', async () => {
    const { folder } = open(async (language) => `/chosen-${language}`);
    expect(folder.current()).toBe('/downloads');
    expect(await folder.chooseAnother()).toBe('/chosen-ru');
    expect(folder.current()).toBe('/chosen-ru');
  });

  it('stays where nothing is chosen, the operator cannot be asked, or the desk closes', async () => {
    const never = open(() => new Promise(() => undefined));
    const waiting = never.folder.chooseAnother();
    never.closing.abort();
    for (const { folder } of [open(async () => null), open(), never]) {
      expect(await folder.chooseAnother()).toBeNull();
      expect(folder.current()).toBe('/downloads');
    }
    expect(await waiting).toBeNull();
  });
});

it.each([
  ['EPERM', true, true],
  ['EACCES', true, true],
  ['EROFS', true, true],
  ['ENOENT', false, true],
  ['ENOSPC', false, false],
  ['EIO', false, false],
])('%s', (code, denied, creationDenied) => {
  expect(isDenied(fault(code))).toBe(denied);
  expect(isCreationDenied(fault(code))).toBe(creationDenied);
});

it.each([
  ['EPERM', 'folder_denied'],
  ['ENOSPC', 'disk_full'],
  ['ENOENT', 'cannot_write'],
])('an export that meets %s ends as %s', async (code, problem) => {
  const work = onDisk(Promise.reject(fault(code)));
  await expect(work).rejects.toBeInstanceOf(ExportProblem);
  await expect(work).rejects.toMatchObject({ code: problem });
});
