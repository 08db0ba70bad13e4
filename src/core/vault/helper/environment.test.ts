import { expect, it } from 'vitest';

import { helperEnvironment } from './environment.ts';

it('the helper gets what leads to the keychain, and nothing that may hold a password', () => {
  const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', HOME: '/home/a' };
  const secret = { HTTPS_PROXY: 'http://user:password@proxy', NODE_OPTIONS: '--inspect' };
  expect(helperEnvironment({ ...bus, ...secret, DISPLAY: undefined })).toEqual(bus);
});
