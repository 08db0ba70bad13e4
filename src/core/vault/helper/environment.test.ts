import { expect, it } from 'vitest';

import { helperEnvironment } from './environment.ts';

it('the helper gets what leads to the keychain, and nothing that may hold a password', () => {
  const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', HOME: '/home/a' };
  const secret = { HTTPS_PROXY: 'http://user:password@proxy', NODE_OPTIONS: '--inspect' };
  expect(helperEnvironment({ ...bus, ...secret, DISPLAY: undefined })).toEqual(bus);
});

it.each([
  ['as it is named', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a' }, 'unix:path=/a'],
  ['at its usual place where none is named', {}, 'unix:path=/run/user/7/bus'],
  [
    'at its usual place where Electron has written that there is none',
    { DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    'unix:path=/run/user/7/bus',
  ],
])('the helper gets the bus %s', (_how, named, address) => {
  const given = helperEnvironment({ XDG_RUNTIME_DIR: '/run/user/7', ...named });
  expect(given['DBUS_SESSION_BUS_ADDRESS']).toBe(address);
});

it.each(['', 'run', './run'])('a folder of sockets called “%s” is no usual place', (runtime) => {
  const given = helperEnvironment({ XDG_RUNTIME_DIR: runtime });
  expect(given).toEqual({ XDG_RUNTIME_DIR: runtime });
});

it('without a usual place nothing is made up', () => {
  expect(helperEnvironment({})).toEqual({});
  const disabled = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  expect(helperEnvironment(disabled)).toEqual(disabled);
});
