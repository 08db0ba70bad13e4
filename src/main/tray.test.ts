import { EventEmitter } from 'node:events';

import { describe, expect, test } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import { createAttention } from './attention.ts';
import { FakeDesk, FakeTime } from './testing/fakeDesk.ts';
import { openTray, trayIcon } from './tray.ts';
import { watchUnanswered } from './unanswered.ts';
import { MAIN_WORDS } from './words.ts';

const port = ({ dispatch, onEvent }: FakeDesk) => ({ dispatch, onEvent });
const settled = () => new Promise(setImmediate);

describe('requests without an answer', () => {
  test('are counted at the start, and once for many changes', async () => {
    const desk = new FakeDesk();
    const time = new FakeTime();
    const counts: number[] = [];
    desk.answers.set('log.unanswered', { count: 2 });
    const onCount = (count: number) => void counts.push(count);
    await watchUnanswered({ ...port(desk), onCount, after: time.after });
    const changed: DeskEvent = { name: 'health.changed', health: { state: 'ok' } };
    desk.answers.set('log.unanswered', { count: 3 });
    for (let times = 0; times < 5; times += 1) desk.emit(changed);
    desk.emit({ name: 'backup.changed', running: true });
    time.pass(250);
    await settled();
    desk.emit(changed);
    time.pass(250);
    await settled();
    expect(counts).toEqual([2, 3]);
    expect(desk.asked.length).toBe(3);
  });

  test('that cannot be counted leave the last number', async () => {
    const counts: number[] = [];
    const onCount = (count: number) => void counts.push(count);
    await watchUnanswered({ ...port(new FakeDesk()), onCount, after: () => undefined });
    expect(counts).toEqual([]);
  });
});

describe('attention', () => {
  test.each([
    ['darwin', ['badge 0', 'tray 0', 'badge 4', 'tray 4']],
    ['linux', ['badge 0', 'tray 0', 'badge 4', 'tray 4']],
    ['win32', ['overlay none ', 'tray 0', 'overlay dot исход неизвестен: 4', 'tray 4']],
  ] as const)('on %s is asked for where there is a place for it', (platform, expected) => {
    const did: string[] = [];
    const setOverlayIcon = (image: unknown, text: string) =>
      void did.push(`overlay ${image === null ? 'none' : 'dot'} ${text}`);
    const attention = createAttention({
      platform,
      setBadgeCount: (count) => void did.push(`badge ${count}`),
      windows: () => [
        { isDestroyed: () => false, setOverlayIcon },
        { isDestroyed: () => true, setOverlayIcon },
      ],
      overlay: () => 'dot',
      tray: { draw: (count) => void did.push(`tray ${count}`) },
      words: () => MAIN_WORDS.ru,
    });
    attention.redraw();
    attention.count(4);
    expect(did.toSorted()).toEqual([...expected].toSorted());
  });
});

describe('the tray', () => {
  class FakeTray extends EventEmitter {
    readonly did: string[] = [];
    readonly setImage = (image: string) => void this.did.push(image);
    readonly setToolTip = (text: string) => void this.did.push(text);
    readonly setTitle = (text: string) => void this.did.push(`title ${text}`);
    readonly setContextMenu = (items: number) => void this.did.push(`menu of ${items}`);
  }
  const shown: string[] = [];
  const deps = {
    buildMenu: (template: readonly object[]) => template.length,
    image: (isMarked: boolean) => (isMarked ? 'marked' : 'plain'),
    words: () => MAIN_WORDS.en,
    actions: {
      showDesk: () => void shown.push('desk'),
      show: () => undefined,
      quit: () => undefined,
    },
  };

  test('says the number in its tooltip, its title and its menu; a click shows the desk', () => {
    const icon = new FakeTray();
    const tray = openTray({ ...deps, createTray: () => icon });
    tray?.draw(0);
    tray?.draw(2);
    icon.emit('click');
    expect(icon.did).toEqual([
      'plain',
      'Deposit Desk',
      'title ',
      'menu of 4',
      'marked',
      'Deposit Desk: 2 unknown',
      'title 2',
      'menu of 6',
    ]);
    expect(shown).toEqual(['desk']);
  });

  test('shows a mark where a request is without an answer; macOS has the number beside its template', () => {
    const icons = (platform: NodeJS.Platform) => [true, false].map((is) => trayIcon(platform, is));
    expect(icons('win32')).toEqual(['trayMarked', 'tray']);
    expect(icons('linux')).toEqual(['trayMarked', 'tray']);
    expect(icons('darwin')).toEqual(['trayTemplate', 'trayTemplate']);
  });

  test('may be refused by the desktop without harm', () => {
    const createTray = (): FakeTray => {
      throw new Error('no tray here');
    };
    expect(openTray({ ...deps, createTray })).toBeNull();
  });
});
