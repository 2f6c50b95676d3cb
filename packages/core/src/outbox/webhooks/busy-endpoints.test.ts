import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpointCreateInput } from '@inaam/contracts/webhooks/webhooks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookSender, type WebhookSender } from './deliver.ts';
import { testEndpoint } from './deliveries.ts';
import { createEndpoint } from './endpoints.ts';

/** Tests webhooks to receivers that do not answer. */

let core: TestCore;
let origin: string;
let sender: WebhookSender;
const failures: unknown[] = [];
/** The requests that the receiver has not answered. */
const waiting: { url: string; response: ServerResponse }[] = [];
const receiver = createServer((request, response) => waiting.push({ url: request.url ?? '', response }));
const at = (box: string) => waiting.filter(({ url }) => url === `/${box}`);

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  core = await createTestCore();
  sender = createWebhookSender({ ...core.services, outgoingRequestPolicy: { trustedOrigin: origin } }, (error) =>
    failures.push(error),
  );
});
afterAll(async () => {
  await sender.stop();
  receiver.closeAllConnections();
  receiver.close();
  await core.close();
});

const command = () => ({ ...core.as(anyAdmin), outgoingRequestPolicy: { trustedOrigin: origin } });

async function makeEndpoint(box: string): Promise<number> {
  const input = endpointCreateInput.parse({ kind: 'webhook', name: box, url: `${origin}/${box}`, events: [] });
  return (await createEndpoint(command(), input)).endpoint.endpoint_id;
}
/** Creates deliveries that have had one attempt and are due for a retry. */
const makeDueRetries = (endpoint: number, count: number) => core.database.sql`
  insert into webhook_deliveries (endpoint_id, kind, event_key, at, data, attempts, due_at)
  select ${endpoint}, 'endpoint.test', 'again-' || ${endpoint}::text || '-' || i, now(), '{}', 1, now()
  from generate_series(1, ${count}::int) i`;

test('runs only a few concurrent retries of an endpoint that does not answer', async () => {
  const [slow, other] = [await makeEndpoint('slow'), await makeEndpoint('other')];
  await makeDueRetries(slow, 12);
  for (let looks = 0; looks < 4; looks++) await sender.tick();
  await expect.poll(() => at('slow').length).toBe(4);
  // Retries of another endpoint start nevertheless.
  await makeDueRetries(other, 1);
  await sender.tick();
  await expect.poll(() => at('other').length).toBe(1);
  expect(at('slow')).toHaveLength(4);
  // For each attempt that ends, another attempt starts.
  for (const { response } of [...at('slow').slice(0, 2), ...at('other')]) response.writeHead(204).end();
  await expect
    .poll(() => core.database.sql`select 1 from webhook_deliveries where status = 'delivered'`)
    .toHaveLength(3);
  await expect
    .poll(async () => {
      await sender.tick();
      return at('slow').length;
    })
    .toBe(6);
  for (let looks = 0; looks < 4; looks++) await sender.tick();
  expect(at('slow')).toHaveLength(6);
  expect(failures).toEqual([]);
});

test('ends the sending of a test event before the admin’s request times out if the endpoint is silent', async () => {
  const tried = await testEndpoint(command(), await makeEndpoint('silent'));
  expect(tried).toMatchObject({ status: 'queued', attempts: 1, problem: 'It did not answer within 5 seconds' });
});

test('reports an outcome that could not be recorded, and keeps the delivery queued for a retry', async () => {
  const endpoint = await makeEndpoint('noted');
  await makeDueRetries(endpoint, 1);
  await sender.tick();
  await expect.poll(() => at('noted').length).toBe(1);
  await core.database.sql`
    alter table webhook_attempts add constraint refused check (took_ms < 0) not valid`;
  at('noted')[0]?.response.writeHead(204).end();
  await expect.poll(() => failures.length).toBe(1);
  await core.database.sql`alter table webhook_attempts drop constraint refused`;
  const [row] = await core.database.sql`
    select status, due_at > now() as leased from webhook_deliveries where endpoint_id = ${endpoint}`;
  expect(row).toEqual({ status: 'queued', leased: true });
});
