import { createHash } from 'node:crypto';
import type { PictureUse } from '@inaam/contracts/pictures/pictures';
import type { Sharp } from 'sharp';

/** It is none that can be shown; the message is for the admin. */
export class PictureNotAllowed extends Error {}

export interface SizedPicture {
  id: string;
  /** WebP. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** The picture at a few dots, as a `data:` address of some hundred signs. */
  placeholder: string;
}

/** What is read. No SVG: it is a program for a renderer, and strangers write it. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);
/** Dots of what is read: a small file may unfold to gigabytes. */
const MAX_PIXELS = 30_000_000;
/** A card's picture on a phone of two dots a pixel. */
const OFFER = { width: 640, height: 360 };
const MARK = 192;
/** Narrower than this it is an icon, and stands on itself instead of losing its top and bottom. */
const ICON_RATIO = 1.25;

/**
 * A picture as it is served: without what a camera wrote into it, of one size and in one format.
 * @throws PictureNotAllowed: no picture, of a format that is not taken, or too large
 */
export async function resizePicture(given: Uint8Array, use: PictureUse): Promise<SizedPicture> {
  // Loaded by the first picture: most processes never see one.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const open = (from: Uint8Array): Sharp => sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  try {
    const { format, width, height, autoOrient } = await open(given).metadata();
    if (format === undefined || !FORMATS.has(format))
      throw new PictureNotAllowed('must be JPEG, PNG, WebP, GIF or AVIF');
    if (!width || !height || width * height > MAX_PIXELS) throw new PictureNotAllowed('The picture is too large');
    const upright = await open(given).autoOrient().png({ compressionLevel: 1 }).toBuffer();
    const sized =
      use === 'mark'
        ? open(upright).resize(MARK, MARK, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        : autoOrient.width / autoOrient.height < ICON_RATIO
          ? await onItself(open, upright)
          : open(upright)
              .resize({ ...OFFER, fit: 'cover' })
              .flatten({ background: '#ffffff' });
    const { data, info } = await sized.webp({ quality: 72 }).toBuffer({ resolveWithObject: true });
    const small = await open(data).resize(16, 9, { fit: 'fill' }).blur(0.6).webp({ quality: 30 }).toBuffer();
    return {
      id: createHash('sha256').update(data).digest('hex').slice(0, 32),
      bytes: data,
      width: info.width,
      height: info.height,
      placeholder: `data:image/webp;base64,${small.toString('base64')}`,
    };
  } catch (error) {
    if (error instanceof PictureNotAllowed) throw error;
    throw new PictureNotAllowed('The picture cannot be read', { cause: error });
  }
}

/** An icon in the middle of the slot, over itself, large and out of focus. */
async function onItself(open: (from: Uint8Array) => Sharp, upright: Uint8Array): Promise<Sharp> {
  const side = Math.round(OFFER.height * 0.68);
  const icon = await open(upright)
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  const ground = await open(upright)
    .resize({ ...OFFER, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .blur(28)
    .modulate({ brightness: 0.92 })
    .png()
    .toBuffer();
  return open(ground).composite([{ input: icon, gravity: 'centre' }]);
}
