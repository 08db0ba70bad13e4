import type { MenuItemConstructorOptions } from 'electron';

import type { DeskScreen } from '#shared/contract/events.ts';

import type { MainWords } from './words.ts';

type Item = MenuItemConstructorOptions;
const SEPARATOR: Item = { type: 'separator' };

export type MenuActions = {
  readonly show: (screen: DeskScreen) => void;
  readonly saveDiagnostics: () => void;
};

/**
 * Roles give each system its own behaviour and keys; the words are the desk's, since Electron's own are English whatever the
 * system speaks. What the page has a key for has none here: one press must not act twice.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  words: MainWords,
  actions: MenuActions,
): readonly Item[] {
  const isMac = platform === 'darwin';
  const newRequest: Item = { label: words.newRequest, click: () => actions.show('new') };
  return [
    ...(isMac ? [appMenu(words, actions)] : []),
    {
      label: words.file,
      submenu: isMac
        ? [newRequest, SEPARATOR, { role: 'close', label: words.closeWindow }]
        : [
            newRequest,
            SEPARATOR,
            { label: words.settings, click: () => actions.show('settings') },
            SEPARATOR,
            { role: 'quit', label: words.quit },
          ],
    },
    editMenu(words),
    viewMenu(words),
    windowMenu(isMac, words),
    helpMenu(isMac, words, actions),
  ];
}

function appMenu(words: MainWords, actions: MenuActions): Item {
  return {
    label: 'Deposit Desk',
    submenu: [
      { label: words.about, click: () => actions.show('about') },
      SEPARATOR,
      { label: words.settings, click: () => actions.show('settings') },
      SEPARATOR,
      { role: 'services', label: words.services },
      SEPARATOR,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      SEPARATOR,
      { role: 'quit', label: words.quit },
    ],
  };
}

function editMenu(words: MainWords): Item {
  return {
    label: words.edit,
    submenu: [
      { role: 'undo', label: words.undo },
      { role: 'redo', label: words.redo },
      SEPARATOR,
      { role: 'cut', label: words.cut },
      { role: 'copy', label: words.copy },
      { role: 'paste', label: words.paste },
      { role: 'selectAll', label: words.selectAll },
    ],
  };
}

/** A role has one key. Plus is typed without Shift on a German keyboard, as = is on others, and stands on the number pad too. */
function zoomKeys(words: MainWords): readonly Item[] {
  const more: readonly Item[] = [
    { role: 'zoomIn', label: words.zoomIn, accelerator: 'CommandOrControl+=' },
    { role: 'zoomIn', label: words.zoomIn, accelerator: 'CommandOrControl+numadd' },
    { role: 'zoomOut', label: words.zoomOut, accelerator: 'CommandOrControl+numsub' },
    { role: 'resetZoom', label: words.actualSize, accelerator: 'CommandOrControl+num0' },
  ];
  return more.map((item) => ({ ...item, visible: false }));
}

function viewMenu(words: MainWords): Item {
  return {
    label: words.view,
    submenu: [
      { role: 'resetZoom', label: words.actualSize },
      { role: 'zoomIn', label: words.zoomIn },
      { role: 'zoomOut', label: words.zoomOut },
      ...zoomKeys(words),
      SEPARATOR,
      { role: 'togglefullscreen', label: words.fullScreen },
    ],
  };
}

function windowMenu(isMac: boolean, words: MainWords): Item {
  const minimise: Item = { role: 'minimize', label: words.minimise };
  return {
    // macOS lists open windows under the menu of this role.
    role: 'window',
    label: words.window,
    submenu: isMac
      ? [
          minimise,
          { role: 'zoom', label: words.zoomWindow },
          SEPARATOR,
          { role: 'front', label: words.allToFront },
        ]
      : [minimise, { role: 'close', label: words.closeWindow }],
  };
}

function helpMenu(isMac: boolean, words: MainWords, actions: MenuActions): Item {
  return {
    role: 'help',
    label: words.help,
    submenu: [
      { label: words.help, click: () => actions.show('help') },
      { label: words.shortcuts, click: () => actions.show('shortcuts') },
      SEPARATOR,
      { label: words.saveDiagnostics, click: actions.saveDiagnostics },
      // macOS has it in the app's own menu, where people look for it.
      ...(isMac ? [] : [SEPARATOR, { label: words.about, click: () => actions.show('about') }]),
    ],
  };
}

export type TrayActions = {
  readonly showDesk: () => void;
  readonly show: (screen: DeskScreen) => void;
  readonly quit: () => void;
};

export function trayTemplate(
  words: MainWords,
  unanswered: number,
  actions: TrayActions,
): readonly Item[] {
  const waiting: readonly Item[] =
    unanswered === 0
      ? []
      : [{ label: words.withoutAnswer(unanswered), click: () => actions.show('log') }, SEPARATOR];
  return [
    ...waiting,
    { label: words.show, click: actions.showDesk },
    { label: words.newRequest, click: () => actions.show('new') },
    SEPARATOR,
    { label: words.quit, click: actions.quit },
  ];
}

export type ClickedPlace = {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly formControlType: string;
};

/** Under the right button: Electron shows nothing by itself, and an operator pastes a name with the mouse. */
export function contextTemplate(words: MainWords, place: ClickedPlace): readonly Item[] {
  const hasText = place.selectionText !== '';
  // What is typed hidden is not for the clipboard.
  const isSecret = place.formControlType === 'input-password';
  const copy: Item = { role: 'copy', label: words.copy, enabled: hasText && !isSecret };
  if (!place.isEditable) return hasText ? [copy] : [];
  return [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    SEPARATOR,
    { role: 'cut', label: words.cut, enabled: hasText && !isSecret },
    copy,
    { role: 'paste', label: words.paste },
    SEPARATOR,
    { role: 'selectAll', label: words.selectAll },
  ];
}
