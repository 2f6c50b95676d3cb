import { z } from 'zod';

/** What a picture is for: an offer's card (16:9), or the mark of a brand (square). */
export const pictureUses = ['offer', 'mark'] as const;
export type PictureUse = (typeof pictureUses)[number];

/** Where the server has a picture of its own. */
export const picturePath = (pictureId: string): string => `/pictures/${pictureId}.webp`;

const UPLOADED_PATH = /^\/pictures\/([0-9a-f]{32})\.webp$/;

/** @returns the id of the picture that a path of {@link picturePath} names */
export const parsePictureId = (path: string): string | undefined => UPLOADED_PATH.exec(path)?.[1];

/** The path of an uploaded picture. */
export const uploadedPicturePath = z.string().trim().regex(UPLOADED_PATH, 'must be an address, or an uploaded picture');

/** Base64 of what is uploaded: the screens make it smaller than this before they send it. */
const MAX_UPLOAD = 240_000;

export const pictureUploadInput = z.object({
  use: z.enum(pictureUses),
  data: z
    .string()
    .max(MAX_UPLOAD, 'The picture is too large')
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be a picture in base64'),
});
export type PictureUpload = z.output<typeof pictureUploadInput>;
export const pictureUploaded = z.object({ picture_url: z.string(), message: z.string() });
