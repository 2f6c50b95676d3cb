import { DomainError } from '@inaam/contracts/common/errors';
import { type PictureUpload, picturePath } from '@inaam/contracts/pictures/pictures';
import type { SqlClient } from '@inaam/db/client';
import { pictureFetches, pictures } from '@inaam/db/schema/pictures';
import { eq } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { PictureNotAllowed, resizePicture, type SizedPicture } from './size.ts';

/** @returns WebP bytes; undefined if no picture has this ID */
export async function readPicture(kernel: Kernel, pictureId: string): Promise<Uint8Array | undefined> {
  const [row] = await kernel.read((db) =>
    db.select({ bytes: pictures.bytes }).from(pictures).where(eq(pictures.id, pictureId)),
  );
  return row?.bytes;
}

const toRow = ({ id, bytes, width, height, placeholder }: SizedPicture) => ({
  id,
  bytes: Buffer.from(bytes),
  width,
  height,
  placeholder,
});

/** Stores a fetched picture for all offers with this URL. */
export async function storeFetchedPicture(kernel: Kernel, url: string, picture: SizedPicture): Promise<void> {
  await kernel.write(async (tx) => {
    await tx.insert(pictures).values(toRow(picture)).onConflictDoNothing();
    await tx.update(pictureFetches).set({ pictureId: picture.id, problem: null }).where(eq(pictureFetches.url, url));
  });
}

/**
 * Resizes and stores an admin's upload.
 * @returns the picture's path, for the form field that contains it
 * @throws DomainError BAD_INPUT (not a usable picture)
 */
export async function uploadPicture(
  { kernel, actor }: CommandContext,
  { use, data }: PictureUpload,
): Promise<{ picture_url: string; message: string }> {
  const picture = await resizePicture(Buffer.from(data, 'base64'), use).catch((error: unknown) => {
    if (!(error instanceof PictureNotAllowed)) throw error;
    throw new DomainError('BAD_INPUT', { field: 'data', text: error.message, cause: error });
  });
  const url = picturePath(picture.id);
  await kernel.write(async (tx) => {
    await tx.insert(pictures).values(toRow(picture)).onConflictDoNothing();
    await tx.insert(pictureFetches).values({ url, pictureId: picture.id }).onConflictDoNothing();
    await writeAuditEntry(tx, actor, {
      action: 'pictures.upload',
      subject: picture.id,
      after: { use, width: picture.width, height: picture.height },
    });
  });
  return { picture_url: url, message: 'Picture uploaded' };
}

/** Deletes unused pictures that are at least a day old: uploads that no form saved, and replaced pictures. */
export async function deleteUnusedPictures(sql: SqlClient): Promise<void> {
  await sql`
    with deleted as (
      delete from picture_fetches s where s.last_tried_at < now() - interval '1 day'
        and not exists (select 1 from offers where picture_url = s.url)
        and not exists (select 1 from brands where mark_id = s.picture_id)
      returning s.url, s.picture_id
    )
    delete from pictures p where p.created_at < now() - interval '1 day'
      and not exists (select 1 from brands where mark_id = p.id)
      and not exists (
        select 1 from picture_fetches s where s.picture_id = p.id and s.url not in (select url from deleted))
      and (p.id in (select picture_id from deleted)
        or not exists (select 1 from picture_fetches where picture_id = p.id))`;
}
