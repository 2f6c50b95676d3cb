/** The largest picture in bytes: base64 adds a third, and a request accepts 240,000 characters. */
const MAX_BYTES = 170_000;
const MAX_WIDTH = 1280;
const QUALITIES = [0.9, 0.8, 0.65, 0.5, 0.35];

/**
 * Shrinks a picture in the browser, because a phone's photo has many megabytes and the server would resize it anyway.
 * @returns the picture in base64
 * @throws Error if the browser cannot read the file as a picture, or if the shrunk picture is still too large
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    const scale = Math.min(1, MAX_WIDTH / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality));
      if (blob && blob.size <= MAX_BYTES) return await toBase64(blob);
    }
    throw new Error('The picture has too much detail: even shrunk it is larger than 170 kB');
  } finally {
    bitmap.close();
  }
}

const toBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^data:[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read')));
    reader.readAsDataURL(blob);
  });
