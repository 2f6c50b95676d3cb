import { DomainError } from '@inaam/contracts/common/errors';
import { parsePictureId } from '@inaam/contracts/pictures/pictures';
import { readPicture } from '@inaam/core/ledger/pictures/store';
import type { Services } from '@inaam/core/services';
import type { FastifyInstance } from 'fastify';

/** Pictures of offers and brands. An address names its content, so whoever has one need not ask again. */
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
