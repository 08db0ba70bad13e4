import { describe, expect, it } from 'vitest';

import { PERMISSIONS } from '#shared/domain/permission.ts';

import { ACTIONS, createActionDesk } from '../client/actions.ts';
import { ariaOf } from '../ui/keys.ts';
import { en } from '../i18n/en.ts';
import { commandsFor } from './palette/commands.ts';
import { sheetOf } from './sheet/rows.ts';
import { SHORTCUTS, type Shortcut } from './shortcuts.ts';
import { commandsOf } from './useCommands.ts';

const HOSTS = ['electron', 'loopback'] as const;
const shortcuts: readonly Shortcut[] = SHORTCUTS;

describe('the table of keys', () => {
  it.each(HOSTS)('has every key once at the host %s', (kind) => {
    const keys = shortcuts.flatMap((shortcut) => shortcut.keys[kind].map((chord) => ariaOf(chord)));
    expect(new Set(keys).size).toBe(keys.length);
    expect(shortcuts.filter((shortcut) => shortcut.keys[kind].length === 0)).toEqual([]);
  });

  it('leaves a browser the keys that a page cannot have', () => {
    const keys = shortcuts.flatMap(({ keys: { loopback } }) => loopback);
    const taken = keys.filter(
      ({ code, mod }) => mod === true && /^(?:Digit\d|Key[NTW])$/u.test(code),
    );
    expect(taken).toEqual([]);
  });

  it('takes from nobody the keys that copy, cut, paste, undo and select', () => {
    for (const kind of HOSTS) {
      const keys = shortcuts.flatMap((shortcut) => shortcut.keys[kind]);
      const plain = keys.filter(({ mod, alt, shift }) => mod === true && !alt && !shift);
      expect(plain.filter(({ code }) => /^Key[CXVZA]$/u.test(code))).toEqual([]);
    }
  });

  it('is printed whole by the sheet', () => {
    for (const kind of HOSTS) {
      const printed = sheetOf(kind).flatMap(({ rows }) => rows.map(({ id }) => id));
      const rows = shortcuts.map((shortcut) => shortcut.row?.id ?? shortcut.id);
      expect(printed.toSorted()).toEqual([...new Set(rows)].toSorted());
    }
  });

  it('lists the key that confirms a question', () => {
    for (const kind of HOSTS) {
      const codes = sheetOf(kind).flatMap(({ rows }) => rows.flatMap(({ chords }) => chords));
      expect(codes).toContainEqual({ code: 'F2' });
    }
  });

  it('has a word for everything, and the palette offers every action but opening itself', () => {
    const words = new Set<string>(Object.keys(en));
    expect(shortcuts.filter(({ word }) => !words.has(word))).toEqual([]);
    const settings = { theme: 'system', language: 'en' } as const;
    const offered = new Set(commandsFor(settings).map(({ id }) => id));
    expect(ACTIONS.filter((action) => !offered.has(action))).toEqual(['palette.open']);
  });
});

describe('asking for an action', () => {
  it('is done by whoever came last, as long as it is there', () => {
    const desk = createActionDesk();
    const done: string[] = [];
    desk.offer('request.repeat', () => done.push('card'));
    const leave = desk.offer('request.repeat', () => done.push('opened'));
    desk.run('request.repeat');
    leave();
    desk.run('request.repeat');
    expect(done).toEqual(['opened', 'card']);
    expect(desk.run('message.copy')).toBe(false);
  });

  it('waits for what is still on its way while the page begins, but never for the next request', async () => {
    const desk = createActionDesk();
    let isSettling = true;
    const commands = commandsOf(
      desk,
      '/',
      () => undefined,
      PERMISSIONS,
      () => isSettling,
    );
    expect(commands.perform('request.repeat')).toBe(false);
    expect(commands.perform('message.copy')).toBe(true);
    await new Promise<void>((done) => void desk.offer('message.copy', done));
    isSettling = false;
    expect(commands.perform('privacy.toggle')).toBe(false);
  });

  it('opens the screen that does it, and does it there once it is drawn', async () => {
    const desk = createActionDesk();
    const gone: string[] = [];
    const commands = commandsOf(desk, '/log', (path) => gone.push(path));
    expect(commands.isPossible('request.new')).toBe(true);
    expect(commands.isPossible('message.copy')).toBe(false);
    expect(commands.perform('request.new')).toBe(true);
    expect(gone).toEqual(['/']);
    await new Promise<void>((done) => void desk.offer('request.new', done));
  });

  it('keeps an opened request opened when the log is searched', () => {
    const gone: string[] = [];
    commandsOf(createActionDesk(), '/log/4711', (path) => gone.push(path)).perform('search.focus');
    expect(gone).toEqual([]);
  });

  it('does not come back to what was asked for too long ago, or before something else', async () => {
    let nowMs = 0;
    const desk = createActionDesk(() => nowMs);
    const done: string[] = [];
    desk.runSoon('request.new');
    nowMs = 60_000;
    desk.offer('request.new', () => done.push('late'));
    desk.runSoon('search.focus');
    desk.runSoon('request.quick');
    desk.offer('search.focus', () => done.push('before'));
    await new Promise<void>((quick) => void desk.offer('request.quick', quick));
    expect(done).toEqual([]);
  });
});
