import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { registerUser } from './support/people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test('writes buffered security events on shutdown, and a count of equal events', async () => {
  const ending = await api.startAnother();
  const address = '198.51.100.31';
  const { email, id } = await registerUser(api.appHost);
  const stranger = new Client(ending.appHost, address);
  for (let i = 0; i < 5; i++) {
    const refused = await stranger.post('/api/login.php', { email, password: 'a wrong password' });
    expect(refused.status).toBe(401);
  }
  await ending.close();
  const [row] = await api.core.database.sql`
    select sum(e.count)::int as events, array_agg(distinct d.ip) as ips
    from security_events e join security_event_details d on d.event_id = e.id
    where e.kind = 'sign_in_failed' and e.actor_id = ${id}`;
  expect(row).toEqual({ events: 5, ips: [address] });
});
