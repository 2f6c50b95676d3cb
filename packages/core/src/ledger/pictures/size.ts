import { createHash } from 'node:crypto';
import type { PictureUse } from '@inaam/contracts/pictures/pictures';
import type { Sharp } from 'sharp';

/** The picture cannot be used. The message is shown to the admin. */
export class PictureNotAllowed extends Error {}

export interface SizedPicture {
  id: string;
  /** WebP. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** A tiny preview as a `data:` URL of a few hundred characters. */
  placeholder: string;
}

/** SVG is excluded, because the pictures come from third parties and an SVG can contain scripts. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);
/** Limit in pixels, since a small file may decompress to gigabytes. */
const MAX_PIXELS = 30_000_000;
/** The size of a card on a phone, with two device pixels for each CSS pixel. */
const OFFER = { width: 640, height: 360 };
/** Width and height in pixels, for a tile of 48 CSS pixels. */
const LOGO_SIZE = 192;
/** Width divided by height. A narrower picture counts as an icon: it is shown over a blurred copy, not cropped. */
const ICON_RATIO = 1.25;

/**
 * Converts a picture to one size and format, without metadata.
 * @throws PictureNotAllowed for unreadable, unsupported or too large input
 */
export async function resizePicture(given: Uint8Array, use: PictureUse): Promise<SizedPicture> {
  // sharp is loaded lazily, because most processes never need it.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const open = (from: Uint8Array): Sharp => sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  try {
    // Reads only the header, without sharp's own limit, whose error would not name the number of pixels.
    const header = sharp(given, { limitInputPixels: false, failOn: 'error' });
    const { format, width, height, autoOrient } = await header.metadata();
    if (format === undefined || !FORMATS.has(format))
      throw new PictureNotAllowed('The picture must be JPEG, PNG, WebP, GIF or AVIF');
    if (!width || !height || width * height > MAX_PIXELS)
      throw new PictureNotAllowed('The picture has more than 30 million pixels');
    const upright = await open(given).autoOrient().png({ compressionLevel: 1 }).toBuffer();
    const sized =
      use === 'mark'
        ? open(upright).resize(LOGO_SIZE, LOGO_SIZE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        : autoOrient.width / autoOrient.height < ICON_RATIO
          ? await centreOverBlur(open, upright)
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

/** Centres an icon over an enlarged, blurred copy of itself. */
async function centreOverBlur(open: (from: Uint8Array) => Sharp, upright: Uint8Array): Promise<Sharp> {
  const side = Math.round(OFFER.height * 0.68);
  const icon = await open(upright)
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  const background = await open(upright)
    .resize({ ...OFFER, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .blur(28)
    .modulate({ brightness: 0.92 })
    .png()
    .toBuffer();
  return open(background).composite([{ input: icon, gravity: 'centre' }]);
}
