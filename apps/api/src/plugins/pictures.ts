import { DomainError } from '@inaam/contracts/common/errors';
import { parsePictureId } from '@inaam/contracts/pictures/pictures';
import { readPicture } from '@inaam/core/ledger/pictures/store';
import type { Services } from '@inaam/core/services';
import type { FastifyInstance } from 'fastify';

/** Serves pictures of offers and brands. The path names the content, so clients may cache it for ever. */
export function servePictures(host: FastifyInstance, { kernel }: Pick<Services, 'kernel'>): void {
  host.get('/pictures/:file', async (request, reply) => {
    const id = parsePictureId(request.url.split('?')[0] ?? '');
    const bytes = id === undefined ? undefined : await readPicture(kernel, id);
    if (!bytes) throw new DomainError('NOT_FOUND');
    return reply
      .type('image/webp')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(bytes));
  });
}
