import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Page, chromium } from '@playwright/test';
import { z } from 'zod';

import { chromiumFlags, findChromium } from '../tests/support/chromium.ts';
import {
  type Drawing,
  ICNS_TYPES,
  ICO_SIZES,
  PNG_SIZES,
  icnsFile,
  icoFile,
} from './package/iconFiles.ts';

/** The installers' icons, drawn from build/icon.svg (and icon-small.svg, where single pixels count). */

const FOLDER = path.join(import.meta.dirname, '../build');
const SMALL = 40;

const drawnSchema = z.object({ png: z.string(), pixels: z.string() });

/** Runs in the page. */
const DRAW = String.raw`async (svg, size) => {
  const image = new Image(size, size);
  image.src = 'data:image/svg+xml;base64,' + btoa(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, size, size);
  const bytes = context.getImageData(0, 0, size, size).data;
  let pixels = '';
  for (const byte of bytes) pixels += String.fromCharCode(byte);
  return { png: canvas.toDataURL('image/png').split(',')[1], pixels: btoa(pixels) };
}`;

async function draw(page: Page, size: number): Promise<Drawing> {
  const name = size <= SMALL ? 'icon-small.svg' : 'icon.svg';
  const svg = readFileSync(path.join(FOLDER, name), 'utf8');
  const drawn = drawnSchema.parse(
    await page.evaluate(`(${DRAW})(${JSON.stringify(svg)}, ${size})`),
  );
  return {
    size,
    png: Buffer.from(drawn.png, 'base64'),
    pixels: Buffer.from(drawn.pixels, 'base64'),
  };
}

const executablePath = findChromium();
if (executablePath === null) throw new Error('Drawing icons needs a Chromium');
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
try {
  const page = await browser.newPage();
  const sizes = new Set([...ICO_SIZES, ...PNG_SIZES, ...ICNS_TYPES.map(([, size]) => size)]);
  const drawings = new Map<number, Drawing>();
  for (const size of sizes) drawings.set(size, await draw(page, size));
  const drawingOf = (size: number): Drawing => {
    const found = drawings.get(size);
    if (found === undefined) throw new Error(`${size}: not drawn`);
    return found;
  };
  mkdirSync(path.join(FOLDER, 'icons'), { recursive: true });
  for (const size of PNG_SIZES) {
    writeFileSync(path.join(FOLDER, 'icons', `${size}x${size}.png`), drawingOf(size).png);
  }
  writeFileSync(path.join(FOLDER, 'icon.ico'), icoFile(ICO_SIZES.map(drawingOf)));
  writeFileSync(path.join(FOLDER, 'icon.icns'), icnsFile(drawingOf));
} finally {
  await browser.close();
}
