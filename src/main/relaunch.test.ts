import { expect, test } from 'vitest';

import { ownAppImage, relaunch } from './relaunch.ts';

const MOUNTED = '/tmp/.mount_DeposiX';
const IMAGE = '/home/anna/Deposit Desk.AppImage';
const env = { APPIMAGE: IMAGE, APPDIR: MOUNTED };

test('an AppImage is known by its variables, and by the program lying inside it', () => {
  expect(ownAppImage({ env, execPath: `${MOUNTED}/deposit-desk` })).toBe(IMAGE);
  // Started from the terminal of another AppImage.
  expect(ownAppImage({ env, execPath: '/opt/Deposit Desk/deposit-desk' })).toBe(null);
  expect(ownAppImage({ env: {}, execPath: '/opt/Deposit Desk/deposit-desk' })).toBe(null);
});

function fakeApp(isPackaged: boolean) {
  const did: string[] = [];
  const app = {
    isPackaged,
    relaunch: ({ args }: { readonly args: string[] }) =>
      void did.push(`relaunch ${args.join(' ')}`),
    releaseSingleInstanceLock: () => void did.push('released'),
  };
  return { app, did };
}

test('elsewhere Electron starts it again', () => {
  const { app, did } = fakeApp(true);
  expect(relaunch(app, { env: {}, execPath: '/opt/desk/deposit-desk', args: ['-x'] })).toBe(true);
  expect(did).toEqual(['relaunch -x']);
});

test('an AppImage that was moved away cannot be started again', () => {
  const { app, did } = fakeApp(true);
  expect(relaunch(app, { env, execPath: `${MOUNTED}/deposit-desk`, args: [] })).toBe(false);
  expect(did).toEqual([]);
});
