import type { Menu, MenuItemConstructorOptions, NativeImage } from 'electron';

import { type TrayActions, trayTemplate } from './menu.ts';
import type { MainWords } from './words.ts';

/** What is used of Electron's Tray. */
export type TrayIcon = {
  on(event: 'click', listener: () => void): unknown;
  setImage(image: NativeImage): void;
  setToolTip(toolTip: string): void;
  setTitle(title: string): void;
  setContextMenu(menu: Menu): void;
  destroy(): void;
};

export type TrayDeps = {
  readonly createTray: (image: NativeImage) => TrayIcon;
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  readonly image: (isMarked: boolean) => NativeImage;
  readonly words: () => MainWords;
  readonly actions: TrayActions;
};

export type DeskTray = {
  readonly draw: (unanswered: number) => void;
  readonly close: () => void;
};

/** A desktop without a place for icons may refuse one: the desk is whole without it. */
export function openTray(deps: TrayDeps): DeskTray | null {
  try {
    const tray = deps.createTray(deps.image(false));
    tray.on('click', deps.actions.showDesk);
    return {
      draw: (unanswered) => drawTray(tray, deps, unanswered),
      close: () => tray.destroy(),
    };
  } catch {
    return null;
  }
}

function drawTray(
  tray: TrayIcon,
  { image, words, actions, buildMenu }: TrayDeps,
  unanswered: number,
): void {
  const said = words();
  const isMarked = unanswered > 0;
  tray.setImage(image(isMarked));
  tray.setToolTip(isMarked ? `Deposit Desk: ${said.withoutAnswer(unanswered)}` : 'Deposit Desk');
  // Beside the icon, on macOS alone.
  tray.setTitle(isMarked ? String(unanswered) : '');
  tray.setContextMenu(buildMenu([...trayTemplate(said, unanswered, actions)]));
}
