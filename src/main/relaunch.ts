import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** What is used of Electron's app. */
export type RelaunchingApp = {
  readonly isPackaged: boolean;
  relaunch(options: { readonly args: string[] }): unknown;
  releaseSingleInstanceLock(): void;
};

type Started = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly execPath: string;
  /** Without the program itself. */
  readonly args: readonly string[];
};

/**
 * The AppImage that this process runs from; null for every other way to be installed. A program that was started from a terminal
 * that is itself an AppImage inherits that one's variables, so the program must lie in the folder they name.
 */
export function ownAppImage({ env, execPath }: Omit<Started, 'args'>): string | null {
  const { APPIMAGE: image = '', APPDIR: mounted = '' } = env;
  if (!path.isAbsolute(image) || !path.isAbsolute(mounted)) return null;
  const inside = path.relative(mounted, execPath);
  return inside.startsWith('..') || path.isAbsolute(inside) ? null : image;
}

/**
 * Starts the desk anew, when everything is closed. `app.relaunch()` leaves that to a process that runs from the same folder as
 * this one; an AppImage's folder is unmounted as soon as this process ends, mostly before that other one has done anything, whatever
 * it is told to start (electron-builder#1727). So the AppImage itself is started from here, as electron-updater does.
 * False: it cannot be.
 */
export function relaunch(app: RelaunchingApp, { env, execPath, args }: Started): boolean {
  const image = app.isPackaged ? ownAppImage({ env, execPath }) : null;
  if (image === null) {
    app.relaunch({ args: [...args] });
    return true;
  }
  try {
    accessSync(image, constants.X_OK);
    app.releaseSingleInstanceLock();
    const child = spawn(image, [...args], { detached: true, stdio: 'ignore' });
    child.on('error', () => undefined);
    child.unref();
    return child.pid !== undefined;
  } catch {
    return false;
  }
}
