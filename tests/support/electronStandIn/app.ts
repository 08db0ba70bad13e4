import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { record } from './journal.ts';
import { takeSingleInstanceLock } from './singleInstance.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** An event that can be refused, as Electron's are, with what it says about itself. */
export class RefusableEvent<Details extends object> {
  readonly details: Details;
  defaultPrevented = false;

  constructor(details: Details) {
    this.details = details;
    Object.assign(this, details);
  }

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

export class StandInApp extends EventEmitter {
  readonly isPackaged = false;
  readonly #paths = new Map<string, string>();
  #isExiting = false;
  #closeBrowser: () => Promise<void> = async () => {};

  getVersion(): string {
    const file: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    return z.looseObject({ version: z.string() }).parse(file).version;
  }

  getLocale(): string {
    return 'en-US';
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
    record('enableSandbox', true);
  }

  requestSingleInstanceLock(): boolean {
    return takeSingleInstanceLock(this.getPath('userData'), () => this.emit('second-instance'));
  }

  async whenReady(): Promise<void> {}

  /** The browser opens with the first window, so this is set late. */
  whenExiting(closeBrowser: () => Promise<void>): void {
    this.#closeBrowser = closeBrowser;
  }

  quit(): void {
    const event = new RefusableEvent({});
    this.emit('before-quit', event);
    this.emit('will-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }

  exit(code: number): void {
    // Closing the browser closes the window, which asks to quit once more.
    if (this.#isExiting) return;
    this.#isExiting = true;
    void this.#closeBrowser().finally(() => process.exit(code));
  }
}
