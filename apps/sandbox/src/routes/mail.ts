import { text } from '@inaam/contracts/common/text';
import type { Mail, Mailbox } from '@inaam/mailbox/mailbox';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BadInput, parse } from '../input.ts';
import { mailListPage, mailPage } from '../pages/mail.ts';
import type { Settings } from '../settings.ts';

const listQuery = z.object({ to: text(254).optional() });
const oneMail = z.object({ id: text(200) });

/** The mailbox of the sandbox's SMTP server: pages, an API for scripts, and the SMTP URL for the app. */
export async function mailRoutes(
  app: FastifyInstance,
  { settings, mailbox }: { settings: Settings; mailbox: Mailbox },
): Promise<void> {
  const listMails = (query: unknown): Mail[] => mailbox.list(parse(listQuery, query).to || undefined);

  app.get('/smtp.json', () => ({ url: mailbox.url }));

  app.get('/mail.json', (request) => ({
    messages: listMails(request.query).map(({ messageId, ...mail }) => ({ ...mail, message_id: messageId })),
  }));

  app.get('/mail', (request, reply) => {
    const { to } = parse(listQuery, request.query);
    return reply.type('text/html').send(mailListPage(settings, { mails: listMails(request.query), to }));
  });

  const find = (params: unknown): Mail => {
    const { id } = parse(oneMail, params);
    const mail = mailbox.list().find(({ messageId }) => messageId === id);
    if (!mail) throw new BadInput('id: mail not found; the mailbox is empty after a restart');
    return mail;
  };

  app.get('/mail/:id', (request, reply) => reply.type('text/html').send(mailPage(settings, find(request.params))));

  // A separate sandboxed page: a mail can neither run scripts nor reach the page around it.
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
