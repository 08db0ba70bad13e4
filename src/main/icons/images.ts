import { overlayPng, templatePng, trayPng } from './deskIcons.ts';

/** What is used of Electron's NativeImage. */
export type Drawn = {
  addRepresentation(options: {
    scaleFactor: number;
    width: number;
    height: number;
    buffer: Buffer;
  }): void;
  setTemplateImage(isTemplate: boolean): void;
};

/** What is used of Electron's nativeImage. */
export type ImageMaker<Image extends Drawn> = {
  createFromBuffer(
    png: Buffer,
    options: { width: number; height: number; scaleFactor: number },
  ): Image;
};

/** Screens of usual and of fine points. */
const SCALES = [1, 2, 3] as const;

/** Drawn when the app starts: no files that a package could lack. */
export function trayImage<Image extends Drawn>(
  maker: ImageMaker<Image>,
  platform: NodeJS.Platform,
  isMarked: boolean,
): Image {
  if (platform !== 'darwin') return scaled(maker, 16, (points) => trayPng(points, isMarked));
  const image = scaled(maker, 18, templatePng);
  image.setTemplateImage(true);
  return image;
}

export function overlayImage<Image extends Drawn>(maker: ImageMaker<Image>): Image {
  return scaled(maker, 16, overlayPng);
}

function scaled<Image extends Drawn>(
  maker: ImageMaker<Image>,
  points: number,
  png: (points: number) => Buffer,
): Image {
  const [first, ...others] = SCALES.map((scaleFactor) => ({
    scaleFactor,
    width: points * scaleFactor,
    height: points * scaleFactor,
    buffer: png(points * scaleFactor),
  }));
  if (first === undefined) throw new Error('An icon needs a size');
  const image = maker.createFromBuffer(first.buffer, {
    width: first.width,
    height: first.height,
    scaleFactor: first.scaleFactor,
  });
  for (const other of others) image.addRepresentation(other);
  return image;
}
