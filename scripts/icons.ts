import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Page, chromium } from '@playwright/test';
import { z } from 'zod';

import { chromiumFlags, findChromium } from '../tests/support/chromium.ts';
import {
  DESK_ICONS,
  type Drawing,
  ICNS_TYPES,
  ICO_SIZES,
  PNG_SIZES,
  icnsFile,
  icoFile,
} from './package/iconFiles.ts';

/**
 * Draws in Chromium: the installers' icons from build/icon.svg (icon-small.svg, where single pixels count), the icons that the
 * desk shows around its window from src/main/icons, and the sandbox's bill.
 */

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'build');
const SMALL = 40;
const BILL = { width: 640, height: 200 };

const drawnSchema = z.object({ png: z.string(), pixels: z.string() });

/** Runs in the page. */
const DRAW = String.raw`async (svg, width, height) => {
  const image = new Image(width, height);
  image.src = 'data:image/svg+xml;base64,' + btoa(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const bytes = context.getImageData(0, 0, width, height).data;
  let pixels = '';
  for (const byte of bytes) pixels += String.fromCharCode(byte);
  return { png: canvas.toDataURL('image/png').split(',')[1], pixels: btoa(pixels) };
}`;

async function draw(
  page: Page,
  file: string,
  width: number,
  height = width,
): Promise<Pick<Drawing, 'png' | 'pixels'>> {
  const svg = readFileSync(file, 'utf8');
  const drawn = drawnSchema.parse(
    await page.evaluate(`(${DRAW})(${JSON.stringify(svg)}, ${width}, ${height})`),
  );
  return { png: Buffer.from(drawn.png, 'base64'), pixels: Buffer.from(drawn.pixels, 'base64') };
}

const executablePath = findChromium();
if (executablePath === null) throw new Error('Drawing icons needs a Chromium');
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
try {
  const page = await browser.newPage();
  const sizes = new Set([...ICO_SIZES, ...PNG_SIZES, ...ICNS_TYPES.map(([, size]) => size)]);
  const drawings = new Map<number, Drawing>();
  for (const size of sizes) {
    const source = path.join(FOLDER, size <= SMALL ? 'icon-small.svg' : 'icon.svg');
    drawings.set(size, { size, ...(await draw(page, source, size)) });
  }
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
  const deskIcons = path.join(ROOT, 'src/main/icons');
  for (const { name, source, side } of DESK_ICONS) {
    const { png } = await draw(page, path.join(deskIcons, source), side);
    writeFileSync(path.join(deskIcons, name), png);
  }
  const bill = path.join(ROOT, 'src/sandbox/bill');
  const { png } = await draw(page, `${bill}.svg`, BILL.width, BILL.height);
  writeFileSync(`${bill}.png`, png);
} finally {
  await browser.close();
}
