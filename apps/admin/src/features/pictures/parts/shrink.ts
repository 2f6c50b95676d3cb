/** What is sent at most, in bytes: base64 makes it a third larger, and a call takes 240,000 signs. */
const MAX_BYTES = 170_000;
const WIDEST = 1280;
const QUALITIES = [0.9, 0.8, 0.65, 0.5, 0.35];

/**
 * A picture small enough to send, in base64: the browser makes it smaller first, since a phone's photo has many
 * megabytes and the server sizes it again anyway.
 * @throws Error where the file is no picture that this browser can read
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    const scale = Math.min(1, WIDEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', quality));
      if (blob && blob.size <= MAX_BYTES) return await base64Of(blob);
    }
    throw new Error('The picture stays too large');
  } finally {
    bitmap.close();
  }
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(String(reader.result).replace(/^data:[^,]*,/, '')));
    reader.addEventListener('error', () => failed(reader.error ?? new Error('The picture could not be read')));
    reader.readAsDataURL(blob);
  });
