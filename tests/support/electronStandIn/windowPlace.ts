import { EventEmitter } from 'node:events';

import type { WindowOptions } from './browserWindow.ts';
import { record } from './journal.ts';
import { inMode } from './modes.ts';

type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A Wayland client is told no place and may choose none: Electron answers 0,0 (electron#40886). */
const PLACELESS = inMode('wayland') ? ({ x: 0, y: 0 } as const) : {};

/** Where the window would be and how it would look: nobody sees it, but the app asks. */
export class WindowPlace extends EventEmitter {
  #bounds: Area;
  #normal: Area;
  #title: string;
  #isVisible: boolean;
  #isFocused = false;
  #isMaximised = false;
  #isMinimised = false;
  #isFullScreen = false;

  constructor({ x = 0, y = 0, width = 800, height = 600, show = true, title = '' }: WindowOptions) {
    super();
    this.#bounds = { x, y, width, height, ...PLACELESS };
    this.#normal = this.#bounds;
    this.#title = title;
    this.#isVisible = show;
  }

  getBounds(): Area {
    return this.#bounds;
  }

  getNormalBounds(): Area {
    return this.#normal;
  }

  getSize(): readonly number[] {
    return [this.#bounds.width, this.#bounds.height];
  }

  setBounds(bounds: Partial<Area>): void {
    this.#bounds = { ...this.#bounds, ...bounds, ...PLACELESS };
    this.#normal = this.#bounds;
    this.emit('resize');
    this.emit('move');
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  center(): void {}

  maximize(): void {
    this.#isMaximised = true;
    record('maximised', true);
    this.emit('maximize');
  }

  unmaximize(): void {
    this.#isMaximised = false;
    record('maximised', false);
    this.emit('unmaximize');
  }

  isMaximized(): boolean {
    return this.#isMaximised;
  }

  minimize(): void {
    this.#isMinimised = true;
    this.emit('minimize');
  }

  restore(): void {
    this.#isMinimised = false;
    record('restored', true);
    this.emit('restore');
  }

  isMinimized(): boolean {
    return this.#isMinimised;
  }

  isFullScreen(): boolean {
    return this.#isFullScreen;
  }

  setFullScreen(isFullScreen: boolean): void {
    this.#isFullScreen = isFullScreen;
    this.emit(isFullScreen ? 'enter-full-screen' : 'leave-full-screen');
  }

  show(): void {
    this.#isVisible = true;
    record('shown', true);
    this.emit('show');
  }

  showInactive(): void {
    this.show();
  }

  hide(): void {
    this.#isVisible = false;
    record('shown', false);
    this.emit('hide');
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  focus(): void {
    this.#isFocused = true;
    record('focused', true);
    this.emit('focus');
  }

  blur(): void {
    this.#isFocused = false;
    this.emit('blur');
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  moveTop(): void {}

  getTitle(): string {
    return this.#title;
  }

  setTitle(title: string): void {
    this.#title = title;
    record('title', title);
  }

  setProgressBar(progress: number, options: object = {}): void {
    record('progressBar', { progress, ...options });
  }

  setOverlayIcon(overlay: unknown, description: string): void {
    record('overlayIcon', { overlay, description });
  }

  flashFrame(isFlashing: boolean): void {
    record('flashFrame', isFlashing);
  }

  setContentProtection(isProtected: boolean): void {
    record('contentProtection', isProtected);
  }

  setMenuBarVisibility(isVisible: boolean): void {
    record('menuBar', isVisible);
  }

  setAutoHideMenuBar(isHidden: boolean): void {
    record('menuBar', !isHidden);
  }

  removeMenu(): void {
    record('menuRemoved', true);
  }

  setIcon(icon: unknown): void {
    record('windowIcon', icon);
  }
}
