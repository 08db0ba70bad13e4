import { expect, it } from 'vitest';

import { liveCommand, verifyExportCommand } from './commands.ts';

it.each([
  ['/home/anna/.local/share/deposit-desk', '/home/anna/.local/share/deposit-desk'],
  ['/Users/anna/Application Support/desk', "'/Users/anna/Application Support/desk'"],
  ["/home/o'neil/$desk", String.raw`'/home/o'\''neil/$desk'`],
  [String.raw`C:\Users\Anna B\desk`, String.raw`"C:\Users\Anna B\desk"`],
])('starts the desk of %s', (dataDir, typed) => {
  expect(liveCommand(dataDir)).toBe(`npm start -- --host loopback --live --data-dir ${typed}`);
});

it('checks an exported file wherever it lies', () => {
  expect(verifyExportCommand('/home/anna/My files/log.csv')).toBe(
    "npm run verify-export -- '/home/anna/My files/log.csv'",
  );
});
