import { inflateSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { overlayPng, templatePng, trayPng } from './deskIcons.ts';
import { trayImage } from './images.ts';

describe('an icon', () => {
  /** Its points, without the byte before every row. */
  function pointsOf(png: Buffer): {
    readonly side: number;
    readonly at: (x: number, y: number) => number[];
  } {
    const side = png.readUInt32BE(16);
    const size = png.readUInt32BE(33);
    const rows = inflateSync(png.subarray(41, 41 + size));
    return {
      side,
      at: (x, y) => [...rows.subarray(y * (side * 4 + 1) + 1 + x * 4).subarray(0, 4)],
    };
  }

  test.each([16, 32, 48])(
    'of %i points is drawn in colour, with a mark where one is due',
    (side) => {
      const [plain, marked] = [pointsOf(trayPng(side, false)), pointsOf(trayPng(side, true))];
      const [corner, side16] = [Math.round(side * 0.78), Math.round(side * 0.2)];
      expect([plain.side, marked.side]).toEqual([side, side]);
      expect(plain.at(corner, side16)).toEqual([0x42, 0x63, 0xeb, 255]);
      expect(marked.at(corner, side16)).toEqual([0xe0, 0x31, 0x31, 255]);
      expect(plain.at(0, 0)[3]).toBeLessThan(128);
    },
  );

  test('for macOS is black and clear alone', () => {
    const { side, at } = pointsOf(templatePng(36));
    const colours = new Set<string>();
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) colours.add(at(x, y).slice(0, 3).join());
    }
    expect([...colours]).toEqual(['0,0,0']);
    expect(at(18, 12)[3]).toBe(0);
  });

  test('over Windows’ taskbar is a dot', () => {
    const { at } = pointsOf(overlayPng(16));
    expect([at(8, 8), at(0, 0)[3]]).toEqual([[0xe0, 0x31, 0x31, 255], 0]);
  });

  test('carries every fineness of screen, and macOS is told to paint it', () => {
    const scales: number[] = [];
    let isTemplate = false;
    const image = {
      addRepresentation: ({ scaleFactor }: { readonly scaleFactor: number }) =>
        void scales.push(scaleFactor),
      setTemplateImage: (is: boolean) => {
        isTemplate = is;
      },
    };
    const maker = { createFromBuffer: () => image };
    trayImage(maker, 'win32', true);
    expect([scales, isTemplate]).toEqual([[2, 3], false]);
    trayImage(maker, 'darwin', true);
    expect(isTemplate).toBe(true);
  });
});
