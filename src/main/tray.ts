import type { MenuItemConstructorOptions } from 'electron';

import { type TrayActions, trayTemplate } from './menu.ts';
import type { MainWords } from './words.ts';

/** What is used of Electron's Tray. */
type TrayIcon<Image, Built> = {
  on(event: 'click', listener: () => void): unknown;
  setImage(image: Image): void;
  setToolTip(toolTip: string): void;
  setTitle(title: string): void;
  setContextMenu(menu: Built): void;
};

export type TrayDeps<Image, Built> = {
  readonly createTray: (image: Image) => TrayIcon<Image, Built>;
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Built;
  readonly image: (isMarked: boolean) => Image;
  readonly words: () => MainWords;
  readonly actions: TrayActions;
};

export type DeskTray = { readonly draw: (unanswered: number) => void };

/** A desktop without a place for icons may refuse one: the desk is whole without it. */
export function openTray<Image, Built>(deps: TrayDeps<Image, Built>): DeskTray | null {
  try {
    const tray = deps.createTray(deps.image(false));
    tray.on('click', deps.actions.showDesk);
    return { draw: (unanswered) => drawTray(tray, deps, unanswered) };
  } catch {
    return null;
  }
}

/** The menu bar of macOS paints a template for its own look, and has the number beside it. */
export function trayIcon(platform: NodeJS.Platform, isMarked: boolean): string {
  if (platform === 'darwin') return 'trayTemplate';
  return isMarked ? 'trayMarked' : 'tray';
}

function drawTray<Image, Built>(
  tray: TrayIcon<Image, Built>,
  { image, words, actions, buildMenu }: TrayDeps<Image, Built>,
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
