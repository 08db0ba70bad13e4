import { describe, expect, test } from 'vitest';

import { displayProblem } from './display.ts';

const session = (change: object) =>
  displayProblem({
    platform: 'wayland',
    env: { XDG_RUNTIME_DIR: '/run/user/7' },
    exists: () => false,
    ...change,
  });

describe('a desk that is to be shown by Wayland', () => {
  test('says where it has looked for a compositor, and what to do', () => {
    expect(session({})).toMatch(
      /no compositor at \/run\/user\/7\/wayland-0\. .+ --ozone-platform=x11\./u,
    );
    const named = { XDG_RUNTIME_DIR: '/run/user/7', WAYLAND_DISPLAY: 'wayland-3' };
    expect(session({ env: named })).toContain('/run/user/7/wayland-3');
    expect(session({ env: { ...named, WAYLAND_DISPLAY: '/tmp/socket' } })).toContain(
      '/tmp/socket.',
    );
  });

  test('takes the folder of its sockets for no compositor where the name is empty', () => {
    const env = { XDG_RUNTIME_DIR: '/run/user/7', WAYLAND_DISPLAY: '' };
    expect(session({ env, exists: (file: string) => file === '/run/user/7' })).toContain(
      'no compositor at /run/user/7.',
    );
  });

  test.each([
    ['a compositor is there', { exists: (file: string) => file === '/run/user/7/wayland-0' }],
    ['it was handed a connection', { env: { WAYLAND_SOCKET: '3' } }],
    ['X11 was chosen', { platform: 'x11' }],
    ['the system has no such choice', { platform: '' }],
  ])('goes on where %s', (_, change) => {
    expect(session(change)).toBeNull();
  });
});
