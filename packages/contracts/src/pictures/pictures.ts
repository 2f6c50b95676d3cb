import { z } from 'zod';

/** The use of a picture: an offer's card (16:9) or a brand's logo (square). */
export const pictureUses = ['offer', 'mark'] as const;
export type PictureUse = (typeof pictureUses)[number];

/** The path of a stored picture. */
export const picturePath = (pictureId: string): string => `/pictures/${pictureId}.webp`;

const UPLOADED_PATH = /^\/pictures\/([0-9a-f]{32})\.webp$/;

/** Reads the picture's id from a path of {@link picturePath}. */
export const parsePictureId = (path: string): string | undefined => UPLOADED_PATH.exec(path)?.[1];

/** The path of an uploaded picture. */
export const uploadedPicturePath = z
  .string()
  .trim()
  .regex(UPLOADED_PATH, 'must be a web address, or an uploaded picture');

/** Maximum length of an upload in base64: a picture of about 180 kB. Screens shrink pictures before the upload. */
const MAX_UPLOAD = 240_000;

export const pictureUploadInput = z.object({
  use: z.enum(pictureUses),
  data: z
    .string()
    .max(MAX_UPLOAD, 'The picture is larger than 180 kB')
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be a picture in base64'),
});
export type PictureUpload = z.output<typeof pictureUploadInput>;
export const pictureUploaded = z.object({ picture_url: z.string(), message: z.string() });
