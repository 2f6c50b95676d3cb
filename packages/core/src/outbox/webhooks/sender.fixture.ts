import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@inaam/db/client';
import { createKernel } from '../../kernel/kernel.ts';
import { createSecretBox } from '../../kernel/secret-box.ts';
import { createWebhookSender } from './deliver.ts';

/**
 * A process that sends due deliveries until it is killed. Arguments: database URL, secrets key in hex, receiver's
 * origin.
 */
const [url = '', key = '', trustedOrigin] = process.argv.slice(2);
const database = openDatabase(url, { max: 4, statementTimeout: 10_000 });
const services = {
  kernel: createKernel(database, { deadline: 12_000 }),
  secrets: createSecretBox([Buffer.from(key, 'hex')]),
  outgoingRequestPolicy: { trustedOrigin },
};
const sender = createWebhookSender(services, (error) => {
  throw error;
});
process.stdout.write('sending\n');
for (;;) {
  await sender.tick();
  await sleep(20);
}
