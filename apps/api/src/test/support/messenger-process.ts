import { setTimeout as sleep } from 'node:timers/promises';
import { advanceChangeFeed } from '@inaam/core/kernel/change-feed/advance';
import { createKernel } from '@inaam/core/kernel/kernel';
import { deliverMessages } from '@inaam/core/outbox/messages/commands';
import { openDatabase } from '@inaam/db/client';
import { createServices } from '@inaam/testing/services';
import { createMailer } from '../../mail/transport.ts';

/** Runs the api's message jobs (read the change feed, send mails) until this process is killed. */

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const database = openDatabase(databaseUrl, { max: 6, statementTimeout: 10_000 });
const kernel = createKernel(database, { deadline: 12_000 });
const smtp = {
  kind: 'smtp',
  url: smtpUrl,
  from: 'Inaam <hello@inaam.example>',
  requireTls: false,
  dkim: undefined,
} as const;
const services = await createServices(kernel, { mailer: createMailer(smtp, undefined) });
// Exits when the parent dies, because a dead parent cannot kill this process.
process.once('disconnect', () => process.exit());
for (;;) {
  await advanceChangeFeed(kernel).catch(() => undefined);
  await deliverMessages(services).catch(() => undefined);
  await sleep(20);
}
