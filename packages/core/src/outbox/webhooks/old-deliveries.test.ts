import { endpointCreateInput } from '@inaam/contracts/webhooks/webhooks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { countStatements } from '@inaam/testing/count-statements';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldDeliveries } from './deliveries.ts';
import { createEndpoint } from './endpoints.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test('deletes deliveries with their attempts in batches, 90 days after settlement or 180 after creation', async () => {
  const { sql } = core.database;
  const input = endpointCreateInput.parse({ kind: 'webhook', name: 'old', url: 'https://hook.example', events: [] });
  const { endpoint } = await createEndpoint(core.as(anyAdmin), input);
  const ages = { settled_old: [100, 91], settled_late: [100, 89], waits_old: [181, null], waits: [179, null] };
  for (const [name, [created, settled]] of Object.entries(ages)) {
    await sql`
      with new_deliveries as (
        insert into webhook_deliveries (endpoint_id, kind, event_key, at, data, status, created_at, settled_at)
        select ${endpoint.endpoint_id}, ${name}, n::text, now(), '{}',
          case when ${settled ?? null}::int is null then 'queued' else 'failed' end,
          now() - make_interval(days => ${created ?? 0}::int), now() - make_interval(days => ${settled ?? null}::int)
        from generate_series(1, 3) n returning id)
      insert into webhook_attempts (delivery_id, number, took_ms) select id, 1, 5 from new_deliveries`;
  }
  const { kernel, counted } = countStatements(core.kernel);
  expect(await deleteOldDeliveries(kernel, 4)).toBe(6);
  expect(counted.statements).toBe(2);
  const left = await sql`
    select kind, count(*)::int as rows, count(a.delivery_id)::int as attempts
    from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id group by kind order by kind`;
  expect(left).toEqual([
    { kind: 'settled_late', rows: 3, attempts: 3 },
    { kind: 'waits', rows: 3, attempts: 3 },
  ]);
});
