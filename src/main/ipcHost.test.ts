import { describe, expect, test } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import { EVENT_CHANNEL } from '#shared/contract/names.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { pushEvents } from './ipcHost.ts';
import { menuTemplate } from './menu.ts';
import { createOpenExternal } from './openExternal.ts';

describe('events', () => {
  test('go to every window that is still there', () => {
    const sent: unknown[] = [];
    const target = (name: string, destroyed: boolean) => ({
      webContents: {
        isDestroyed: () => destroyed,
        send: (channel: string, value: unknown) => sent.push([name, channel, value]),
      },
    });
    const event: DeskEvent = {
      name: 'profile.changed',
      profileId: profileIdSchema.parse('sandbox'),
    };
    let push = (_event: DeskEvent) => {};
    const services = {
      onEvent: (listener: (event: DeskEvent) => void) => {
        push = listener;
        return () => {};
      },
    };
    pushEvents(services, () => [target('a', false), target('gone', true), target('b', false)]);
    push(event);
    expect(sent).toEqual([
      ['a', EVENT_CHANNEL, event],
      ['b', EVENT_CHANNEL, event],
    ]);
  });
});

describe('a link', () => {
  test('is opened by nobody when the profiles cannot be read, unless it is https', async () => {
    const opened: string[] = [];
    const shell = {
      openExternal: async (url: string) => {
        opened.push(url);
      },
    };
    const open = createOpenExternal(shell, async () => ({
      ok: false,
      error: { code: 'internal', detail: null },
    }));
    await open('http://127.0.0.1:20000/pay');
    await open('file:///etc/passwd');
    await open('https://provider.example/a b');
    expect(opened).toEqual(['https://provider.example/a%20b']);
  });
});

test('the menu is made of roles, and has no developer tools', () => {
  for (const platform of ['darwin', 'win32', 'linux'] as const) {
    const text = JSON.stringify(menuTemplate(platform));
    expect(text).not.toContain('toggleDevTools');
    expect(text).not.toContain('reload');
    expect(text).toContain('editMenu');
  }
});
