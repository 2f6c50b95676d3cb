import { text } from '@inaam/contracts/common/text';
import type { Mail, Mailbox } from '@inaam/mailbox/mailbox';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BadInput, parse } from '../input.ts';
import { mailListPage, mailPage } from '../pages/mail.ts';
import type { Settings } from '../settings.ts';

const listQuery = z.object({ to: text(254).optional() });
const oneMail = z.object({ id: text(200) });

/** The mailbox of the sandbox's SMTP server: for people, for scripts, and for the app, which asks where to send. */
export async function mailRoutes(
  app: FastifyInstance,
  { settings, mailbox }: { settings: Settings; mailbox: Mailbox },
): Promise<void> {
  const mailsTo = (query: unknown): Mail[] => mailbox.list(parse(listQuery, query).to || undefined);

  app.get('/smtp.json', () => ({ url: mailbox.url }));

  app.get('/mail.json', (request) => ({
    messages: mailsTo(request.query).map(({ messageId, ...mail }) => ({ ...mail, message_id: messageId })),
  }));

  app.get('/mail', (request, reply) => {
    const { to } = parse(listQuery, request.query);
    return reply.type('text/html').send(mailListPage(settings, { mails: mailsTo(request.query), to }));
  });

  const find = (params: unknown): Mail => {
    const { id } = parse(oneMail, params);
    const found = mailbox.list().find(({ messageId }) => messageId === id);
    if (!found) throw new BadInput('id: there is no such mail; the mailbox is empty after a restart');
    return found;
  };

  app.get('/mail/:id', (request, reply) => reply.type('text/html').send(mailPage(settings, find(request.params))));

  // Its own page inside the other: what a mail brings can neither run nor reach what is around it.
  app.get('/mail/:id/html', (request, reply) =>
    reply
      .type('text/html')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups " +
          'allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
      )
      .send(find(request.params).html.replace('<head>', '<head><base target="_top">')),
  );
}
