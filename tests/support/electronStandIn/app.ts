import { EventEmitter } from 'node:events';
import { readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { record } from './journal.ts';
import { RefusableEvent, refuses } from './strict.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** Chromium's switches, which stand in the arguments. */
class CommandLine {
  readonly #switches = new Set(
    process.argv.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2).split('=')[0]),
  );

  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }

  getSwitchValue(name: string): string {
    const own = process.argv.find((arg) => arg.startsWith(`--${name}=`));
    return own?.slice(name.length + 3) ?? '';
  }

  removeSwitch(name: string): void {
    this.#switches.delete(name);
  }
}

export class StandInApp extends EventEmitter {
  readonly isPackaged = process.env['ELECTRON_STAND_IN_PACKAGED'] === '1';
  readonly commandLine = new CommandLine();
  readonly #paths = new Map<string, string>();
  readonly #ready: Promise<void>;
  #isReady = false;
  #isExiting = false;
  #closeWindows: () => Promise<boolean> = async () => true;

  constructor() {
    super();
    // As in Electron: a turn of its own, after the whole entry has been read.
    this.#ready = new Promise((resolve) => {
      setTimeout(() => {
        this.#isReady = true;
        this.emit('ready', new RefusableEvent(), {});
        resolve();
      }, 0);
    });
  }

  getVersion(): string {
    const file: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    return z.looseObject({ version: z.string() }).parse(file).version;
  }

  getLocale(): string {
    return 'en-US';
  }

  getPreferredSystemLanguages(): readonly string[] {
    return ['en-US'];
  }

  setPath(name: string, value: string): void {
    this.#paths.set(name, value);
  }

  getPath(name: string): string {
    // As a system does: it is known without having been set.
    if (name === 'downloads') return path.join(this.getPath('userData'), 'downloads');
    const found = this.#paths.get(name);
    if (found === undefined) throw new Error(`The stand-in knows no path '${name}'`);
    return found;
  }

  enableSandbox(): void {
    if (this.#isReady) {
      throw new Error('app.enableSandbox() can only be called before app is ready');
    }
    this.commandLine.removeSwitch('no-sandbox');
    record('enableSandbox', true);
  }

  setAppUserModelId(): void {}

  setAsDefaultProtocolClient(): boolean {
    return true;
  }

  setBadgeCount(): boolean {
    return true;
  }

  relaunch(): boolean {
    record('relaunch', true);
    return true;
  }

  requestSingleInstanceLock(): boolean {
    const userData = this.getPath('userData');
    return takeLock(userData, () => refuses(this, 'second-instance', [], process.cwd(), {}));
  }

  releaseSingleInstanceLock(): void {
    releaseLock(this.getPath('userData'));
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  /** True: every window let itself be closed. */
  whenQuitting(closeWindows: () => Promise<boolean>): void {
    this.#closeWindows = closeWindows;
  }

  quit(): void {
    if (!refuses(this, 'before-quit')) void this.#quitWithoutWindows();
  }

  async #quitWithoutWindows(): Promise<void> {
    if (!(await this.#closeWindows())) return;
    if (refuses(this, 'will-quit')) return;
    this.emit('quit', new RefusableEvent(), 0);
    this.exit(0);
  }

  exit(code = 0): void {
    if (this.#isExiting) return;
    this.#isExiting = true;
    process.exit(code);
  }
}

/**
 * Electron's lock on userData, by files: the first start has it; a later one leaves a note, which the first sees. The lock
 * of a process that is gone counts for nothing, as Chromium's.
 */
function takeLock(userData: string, onSecond: () => void): boolean {
  const note = path.join(userData, 'stand-in.second');
  const holder = holderOf(userData);
  if (holder !== null && isAlive(holder)) {
    writeFileSync(note, String(process.pid));
    return false;
  }
  writeFileSync(lockIn(userData), String(process.pid));
  const watcher = watch(userData, (_kind, name) => {
    if (name === path.basename(note)) onSecond();
  });
  watcher.unref();
  process.once('exit', () => releaseLock(userData));
  return true;
}

function releaseLock(userData: string): void {
  // Another's is left to it.
  if (holderOf(userData) === process.pid) rmSync(lockIn(userData), { force: true });
}

function lockIn(userData: string): string {
  return path.join(userData, 'stand-in.lock');
}

function holderOf(userData: string): number | null {
  try {
    return Number(readFileSync(lockIn(userData), 'utf8'));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
