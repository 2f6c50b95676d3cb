import { requiredText } from '@inaam/contracts/common/text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listAsCpalead, listAsOgads } from '../feeds.ts';
import { parse } from '../input.ts';
import { previewPage } from '../pages/preview.ts';
import { renderPicture } from '../pictures.ts';
import type { Settings } from '../settings.ts';

/** The simulated network to which the offers' links lead. */
const partner = z.string().max(40).optional();
const typicalUser = z.object({ ip: requiredText(60), user_agent: requiredText(400), partner });
const account = z.object({ id: requiredText(100), partner });

const pictureFile = z.object({ file: requiredText(60) });
const preview = z.object({ title: requiredText(200), words: requiredText(400), picture: requiredText(60) });

/** The sandbox network's list of offers in two formats, with pictures and preview pages. Any key is accepted. */
export async function feedRoutes(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  app.get('/feeds/ogads', async (request, reply) => {
    if (!/^Bearer \S/.test(request.headers.authorization ?? '')) {
      return reply.status(401).send({ error: 'A Bearer key is required' });
    }
    return listAsOgads(settings.origin, parse(typicalUser, request.query).partner);
  });

  app.get('/pictures/:file', async (request, reply) => {
    const { file } = parse(pictureFile, request.params);
    const picture = renderPicture(file.replace(/\.png$/, ''));
    if (!picture) return reply.status(404).send({ error: 'Picture not found' });
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=86400')
      .send(await picture);
  });

  app.get('/preview', async (request, reply) =>
    reply.type('text/html').send(previewPage(settings, parse(preview, request.query))),
  );

  app.get('/feeds/cpalead', async (request) => {
    return listAsCpalead(settings.origin, parse(account, request.query).partner);
  });
}
