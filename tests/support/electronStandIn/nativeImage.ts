import { readFileSync } from 'node:fs';

import { strict } from './strict.ts';

type Size = { readonly width: number; readonly height: number };
type FromBuffer = Partial<Size> & { readonly scaleFactor?: number };
type Representation = FromBuffer & { readonly buffer?: Buffer };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Bytes that must be a picture, and its size; nobody draws it. */
class StandInImage {
  readonly #png: Buffer;
  readonly #scales: number[] = [];
  #isTemplate = false;

  constructor(png: Buffer, scale = 1) {
    // What Electron cannot read is an empty picture, and shows nothing.
    this.#png = png.subarray(0, 4).equals(PNG) ? png : Buffer.alloc(0);
    if (!this.isEmpty()) this.#scales.push(scale);
  }

  isEmpty(): boolean {
    return this.#png.length === 0;
  }

  getSize(): Size {
    if (this.isEmpty()) return { width: 0, height: 0 };
    const scale = this.#scales[0] ?? 1;
    const of = (at: number): number => this.#png.readUInt32BE(at) / scale;
    return { width: of(16), height: of(20) };
  }

  getScaleFactors(): readonly number[] {
    return this.#scales;
  }

  addRepresentation({ buffer, scaleFactor = 1 }: Representation): void {
    if (buffer?.subarray(0, 4).equals(PNG) === true) this.#scales.push(scaleFactor);
  }

  setTemplateImage(isTemplate: boolean): void {
    this.#isTemplate = isTemplate;
  }

  isTemplateImage(): boolean {
    return this.#isTemplate;
  }

  toPNG(): Buffer {
    return this.#png;
  }

  describe(): object {
    const { width, height } = this.getSize();
    return { image: `${width}×${height}`, scales: this.#scales, isTemplate: this.#isTemplate };
  }
}

const made = (png: Buffer, scale?: number): StandInImage =>
  strict('NativeImage', new StandInImage(png, scale));

export const nativeImage = strict('nativeImage', {
  createEmpty: () => made(Buffer.alloc(0)),
  createFromBuffer: (buffer: Buffer, options: FromBuffer = {}) => made(buffer, options.scaleFactor),
  createFromPath: (file: string) => made(readFileSync(file)),
  createFromDataURL: (url: string) => made(Buffer.from(url.split(',').at(-1) ?? '', 'base64')),
});
