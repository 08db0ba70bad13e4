import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { denyFolder } from './deniedFolder.ts';
import { RefusableEvent } from './emitter.ts';
import { record } from './journal.ts';
import { inMode } from './modes.ts';
import { chromiumLocale, systemLanguages } from './locale.ts';
import { becomeReadyLater, isReady, needsEarly, whenReady } from './ready.ts';
import { replaceSignalListeners } from './signals.ts';
import { releaseSingleInstanceLock, takeSingleInstanceLock } from './singleInstance.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** Chromium's switches, which stand in the arguments or are added by the app. */
class CommandLine {
  readonly #switches = new Map<string, string>(
    process.argv
      .filter((arg) => arg.startsWith('--'))
      .map((arg) => {
        const [name = '', ...value] = arg.slice(2).split('=');
        return [name, value.join('=')];
      }),
  );

  constructor() {
    // Electron looks at the variable before it loads anything of the app's.
    if (process.env['ELECTRON_DISABLE_SANDBOX'] !== undefined) this.#switches.set('no-sandbox', '');
  }

  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }

  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? '';
  }

  removeSwitch(name: string): void {
    this.#switches.delete(name);
  }

  appendSwitch(name: string, value = ''): void {
    this.#switches.set(name, value);
    record('switch', { name, value });
  }
}

export class StandInApp extends EventEmitter {
  readonly isPackaged = process.env['ELECTRON_STAND_IN_PACKAGED'] === '1';
  readonly commandLine = new CommandLine();
  /** macOS has one. */
  readonly dock = undefined;
  name = 'deposit-desk';
  badgeCount = 0;
  readonly #paths = new Map<string, string>();
  #isExiting = false;
  #closeWindows: () => Promise<boolean> = async () => true;

  constructor() {
    super();
    // An installed program's arguments begin with the first one: there is no script before it.
    if (inMode('appimage')) process.argv.splice(1, 1);
    becomeReadyLater(() => {
      replaceSignalListeners(() => this.quit());
      this.emit('ready', new RefusableEvent(), {});
    });
  }

  getVersion(): string {
    const file: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    return z.looseObject({ version: z.string() }).parse(file).version;
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getAppPath(): string {
    return ROOT;
  }

  /** The first of the system's languages that Chromium is translated into. */
  getLocale(): string {
    return chromiumLocale(this.getPreferredSystemLanguages());
  }

  getSystemLocale(): string {
    return 'en-US';
  }

  getPreferredSystemLanguages(): readonly string[] {
    return systemLanguages();
  }

  setPath(name: string, value: string): void {
    this.#paths.set(name, value);
  }

  getPath(name: string): string {
    // As a system does: it is known without having been set.
    if (name === 'downloads') {
      const folder = path.join(this.getPath('userData'), 'downloads');
      if (inMode('downloads-denied')) denyFolder(folder);
      return folder;
    }
    const found = this.#paths.get(name);
    if (found === undefined) throw new Error(`The stand-in knows no path '${name}'`);
    return found;
  }

  enableSandbox(): void {
    needsEarly('app.enableSandbox() can only be called before app is ready');
    this.commandLine.removeSwitch('no-sandbox');
    record('enableSandbox', true);
  }

  disableHardwareAcceleration(): void {
    needsEarly('app.disableHardwareAcceleration() can only be called before app is ready');
    record('disableHardwareAcceleration', true);
  }

  setAppUserModelId(id: string): void {
    record('appUserModelId', id);
  }

  setBadgeCount(count = 0): boolean {
    this.badgeCount = count;
    record('badgeCount', count);
    return true;
  }

  getBadgeCount(): number {
    return this.badgeCount;
  }

  setAboutPanelOptions(options: unknown): void {
    record('aboutPanel', options);
  }

  focus(): void {
    record('appFocused', true);
  }

  hide(): void {
    record('appHidden', true);
  }

  show(): void {
    record('appShown', true);
  }

  /** Inside an AppImage the file that would be started lies in a folder that is gone with this process. */
  relaunch(options: object = {}): boolean {
    record('relaunch', inMode('appimage') ? 'nothing starts' : options);
    return true;
  }

  requestSingleInstanceLock(): boolean {
    // The file system takes no lock: as Electron answers where another instance has been told.
    if (inMode('no-lock')) return false;
    return takeSingleInstanceLock(this.getPath('userData'), () =>
      this.emit('second-instance', new RefusableEvent(), [], process.cwd(), {}),
    );
  }

  hasSingleInstanceLock(): boolean {
    return true;
  }

  releaseSingleInstanceLock(): void {
    releaseSingleInstanceLock(this.getPath('userData'));
    record('lockReleased', true);
  }

  isReady(): boolean {
    return isReady();
  }

  whenReady(): Promise<void> {
    return whenReady();
  }

  /** True: every window let itself be closed. */
  whenQuitting(closeWindows: () => Promise<boolean>): void {
    this.#closeWindows = closeWindows;
  }

  quit(): void {
    const before = new RefusableEvent();
    this.emit('before-quit', before);
    if (!before.defaultPrevented) void this.#quitWithoutWindows();
  }

  async #quitWithoutWindows(): Promise<void> {
    if (!(await this.#closeWindows())) return;
    const event = new RefusableEvent();
    this.emit('will-quit', event);
    if (event.defaultPrevented || this.#isExiting) return;
    this.emit('quit', new RefusableEvent(), 0);
    this.exit(0);
  }

  exit(code = 0): void {
    if (this.#isExiting) return;
    this.#isExiting = true;
    process.exit(code);
  }
}
