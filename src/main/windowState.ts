import { readFileSync, renameSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

export const SMALLEST = { width: 900, height: 600 } as const;
const USUAL = { width: 1440, height: 900 } as const;

const windowStateSchema = z.strictObject({
  /** Left out: no place is known, only a size. */
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().positive().max(20_000),
  height: z.int().positive().max(20_000),
  isMaximised: z.boolean(),
  // Chromium zooms from a quarter to five times: further than the desk is drawn for, but no reason to forget the window's place.
  zoomFactor: z.number().transform((wanted) => between(0.5, wanted, 3)),
});
export type WindowState = z.infer<typeof windowStateSchema>;

export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Null: there is none, or none that makes sense. A window's place is worth no word about it. */
export function readWindowState(file: string): WindowState | null {
  try {
    return windowStateSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function writeWindowState(file: string, state: WindowState): void {
  try {
    const unfinished = `${file}.new`;
    writeFileSync(unfinished, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch {
    // A full disk must not keep a window from closing.
  }
}

/**
 * 0,0 is what Wayland answers wherever the window is (electron#40886): the place that was kept stays, for a session that knows
 * places. A window that really stands there opens at its former place, or in the middle.
 */
export function keepWindowState(file: string, state: WindowState): void {
  if (state.x !== 0 || state.y !== 0) {
    writeWindowState(file, state);
    return;
  }
  const { x: _x, y: _y, ...placeless } = state;
  const { x, y } = readWindowState(file) ?? {};
  const isPlace = x !== undefined && y !== undefined && (x !== 0 || y !== 0);
  writeWindowState(file, isPlace ? { x, y, ...placeless } : placeless);
}

export type PlacedWindow = {
  /** Left out: the system puts it in the middle. */
  readonly position: { readonly x: number; readonly y: number } | null;
  readonly width: number;
  readonly height: number;
  readonly isMaximised: boolean;
  readonly zoomFactor: number;
};

/** So much of it must be on a screen for it to be there at all: a bar that can be taken hold of. */
const TO_TAKE_HOLD_OF = { width: 120, height: 40 } as const;

const NOTHING = { width: 0, height: 0 } as const;

/** Where the window goes on the screens that are there now: the one it was on may be gone, or smaller. */
export function placeWindow(state: WindowState | null, workAreas: readonly Area[]): PlacedWindow {
  if (state === null) return { position: null, ...USUAL, isMaximised: false, zoomFactor: 1 };
  const { x = null, y = null, isMaximised, zoomFactor } = state;
  const screen = workAreas
    .map((area) => ({
      area,
      common: x === null || y === null ? NOTHING : overlap(area, { ...state, x, y }),
    }))
    .filter(
      ({ common }) =>
        common.width >= TO_TAKE_HOLD_OF.width && common.height >= TO_TAKE_HOLD_OF.height,
    )
    .toSorted((one, other) => size(other.common) - size(one.common))[0]?.area;
  const largest = screen ?? workAreas[0];
  const width = between(SMALLEST.width, state.width, largest?.width ?? USUAL.width);
  const height = between(SMALLEST.height, state.height, largest?.height ?? USUAL.height);
  if (screen === undefined || x === null || y === null)
    return { position: null, width, height, isMaximised, zoomFactor };
  const position = {
    x: between(screen.x, x, screen.x + screen.width - width),
    y: between(screen.y, y, screen.y + screen.height - height),
  };
  return { position, width, height, isMaximised, zoomFactor };
}

/** The lower end holds where both cannot: a title bar above the screen could never be reached again. */
function between(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(wanted, most));
}

function overlap(one: Area, other: Area): { readonly width: number; readonly height: number } {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return { width: Math.max(0, across), height: Math.max(0, down) };
}

function size({ width, height }: { readonly width: number; readonly height: number }): number {
  return width * height;
}
