import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { SMALLEST, keepWindowState, placeWindow, readWindowState } from './windowState.ts';

const STATE = { x: 40, y: 30, width: 1200, height: 800, isMaximised: false, zoomFactor: 1.2 };
const SCREEN = { x: 0, y: 0, width: 1920, height: 1050 };
const RIGHT = { x: 1920, y: 0, width: 1280, height: 1000 };

let dir = '';
let file = '';

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'window-state-'));
  file = path.join(dir, 'window.json');
});

afterEach(() => rmSync(dir, { recursive: true }));

describe('the file', () => {
  test('gives back what was written, for its owner alone', () => {
    keepWindowState(file, STATE);
    expect(readWindowState(file)).toEqual(STATE);
    if (process.platform !== 'win32') expect(statSync(file).mode % 0o1000).toBe(0o600);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    JSON.stringify({ ...STATE, width: '1200' }),
    JSON.stringify({ ...STATE, width: -1 }),
    JSON.stringify({ ...STATE, height: 1e9 }),
    JSON.stringify({ ...STATE, zoomFactor: '2' }),
    JSON.stringify({ ...STATE, zoomFactor: null }),
    JSON.stringify({ ...STATE, x: 0.5 }),
    JSON.stringify({ ...STATE, preload: '/tmp/evil.js' }),
  ])('counts for nothing as %j', (text) => {
    writeFileSync(file, text);
    expect(readWindowState(file)).toBeNull();
  });

  test.each([
    [0.25, 0.5],
    [-1, 0.5],
    [0.5, 0.5],
    [3, 3],
    [5, 3],
  ])('with a zoom of %d keeps the place, at %d', (written, zoomFactor) => {
    keepWindowState(file, { ...STATE, zoomFactor: written });
    expect(readWindowState(file)).toEqual({ ...STATE, zoomFactor });
  });

  test('keeps a size without a place where Wayland knows none, and the place of another session', () => {
    const { x: _x, y: _y, ...placeless } = STATE;
    keepWindowState(file, { ...STATE, x: 0, y: 0 });
    expect(readWindowState(file)).toEqual(placeless);
    expect(placeWindow(readWindowState(file), [SCREEN])).toEqual({ position: null, ...placeless });
    keepWindowState(file, STATE);
    keepWindowState(file, { ...STATE, x: 0, y: 0, width: 1000 });
    expect(readWindowState(file)).toEqual({ ...STATE, width: 1000 });
    keepWindowState(file, { ...STATE, x: 0 });
    expect(readWindowState(file)).toEqual({ ...STATE, x: 0 });
  });

  test('that is not there, or cannot be written, stops nobody', () => {
    expect(readWindowState(file)).toBeNull();
    keepWindowState(path.join(dir, 'missing', 'window.json'), STATE);
    writeFileSync(file, 'kept');
    keepWindowState(path.join(file, 'below'), STATE);
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });
});

describe('the window', () => {
  test('opens where it was', () => {
    const { x, y, ...rest } = STATE;
    expect(placeWindow(STATE, [SCREEN, RIGHT])).toEqual({ position: { x, y }, ...rest });
    const beside = { ...STATE, x: 1960 };
    expect(placeWindow(beside, [SCREEN, RIGHT]).position).toEqual({ x: 1960, y: 30 });
  });

  test('opens in the middle the first time, and where its screen is gone', () => {
    expect(placeWindow(null, [SCREEN])).toMatchObject({
      position: null,
      width: 1440,
      zoomFactor: 1,
    });
    expect(placeWindow({ ...STATE, x: 1960 }, [SCREEN])).toMatchObject({
      position: null,
      width: 1200,
    });
    expect(placeWindow(STATE, []).position).toBeNull();
  });

  test('that lay half outside is moved in, and one larger than its screen made smaller', () => {
    expect(placeWindow({ ...STATE, x: -500, y: -20 }, [SCREEN]).position).toEqual({ x: 0, y: 0 });
    expect(placeWindow({ ...STATE, width: 5000, height: 5000 }, [SCREEN])).toMatchObject({
      position: { x: 0, y: 0 },
      width: 1920,
      height: 1050,
    });
  });

  test('can always be taken hold of, whatever was kept and whatever screens there are', () => {
    const whole = fc.integer({ min: -20_000, max: 20_000 });
    const side = fc.integer({ min: 1, max: 20_000 });
    const area = fc.record({
      x: whole,
      y: whole,
      width: fc.integer({ min: 900, max: 8000 }),
      height: fc.integer({ min: 600, max: 8000 }),
    });
    const kept = fc.record({ x: whole, y: whole, width: side, height: side });
    fc.assert(
      fc.property(kept, fc.array(area, { maxLength: 4 }), (place, areas) => {
        const { position, width, height } = placeWindow(
          { ...place, isMaximised: false, zoomFactor: 1 },
          areas,
        );
        expect(width).toBeGreaterThanOrEqual(SMALLEST.width);
        expect(height).toBeGreaterThanOrEqual(SMALLEST.height);
        if (position === null) return;
        const holds = areas.some(
          (on) =>
            position.x >= on.x &&
            position.y >= on.y &&
            position.x + width <= on.x + on.width &&
            position.y + height <= on.y + on.height,
        );
        expect(holds).toBe(true);
      }),
    );
  });
});
