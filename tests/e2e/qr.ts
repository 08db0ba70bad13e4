import type { Page } from '@playwright/test';
import readQr from 'jsqr';

type Pixels = { readonly base64: string; readonly width: number; readonly height: number };

/** What a scanner would read off a picture. The browser unpacks it; the decoder knows nothing of the desk. */
export async function scan(page: Page, png: Buffer): Promise<string | null> {
  const { base64, width, height } = await page.evaluate(unpack, png.toString('base64'));
  const pixels = new Uint8ClampedArray(Buffer.from(base64, 'base64'));
  return decode(pixels, width, height);
}

function decode(pixels: Uint8ClampedArray, width: number, height: number): string | null {
  return readQr(pixels, width, height)?.data ?? null;
}

/** Runs in the page. */
async function unpack(packed: string): Promise<Pixels> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.codePointAt(0) ?? 0);
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const base64 = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '');
    });
    reader.readAsDataURL(new Blob([data]));
  });
  return { base64, width, height };
}
