import { z } from 'zod';

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** What a picture is was read from its bytes, not from what their sender said. */
const pictureSize = {
  type: z.enum(PICTURE_TYPES),
  width: z.int().positive(),
  height: z.int().positive(),
};

/** A picture as checked bytes. */
export const pictureSchema = z.strictObject({ ...pictureSize, base64: z.string() });
export type Picture = z.infer<typeof pictureSchema>;

/** SHA-256 in hexadecimal: also the name of the picture's file. */
export const pictureHashSchema = z.string().regex(/^[0-9a-f]{64}$/u);

/** A picture that is kept beside the log, as its event names it. */
export const keptPictureSchema = z.strictObject({
  sha256: pictureHashSchema,
  bytes: z.int().positive(),
  ...pictureSize,
});
export type KeptPicture = z.infer<typeof keptPictureSchema>;
