import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox } from './sandbox.fixture.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await sandbox.app.inject({ url, headers });
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
};
const visitor = 'ip=49.36.0.1&user_agent=Firefox';

test('requires a key, an IP address and a user agent for the list in the OGAds format', async () => {
  expect(await get(`/feeds/ogads?${visitor}`)).toMatchObject({ status: 401 });
  const authorization = 'Bearer any';
  expect(await get('/feeds/ogads?ip=49.36.0.1', { authorization })).toEqual({
    status: 400,
    body: { error: 'user_agent: is required' },
  });
  const { status, body } = await get(`/feeds/ogads?${visitor}`, { authorization });
  expect(status).toBe(200);
  const [first] = body.offers as Record<string, string>[];
  expect(first).toMatchObject({ offerid: 'feed-201', ctype: 1, payout: '24.00' });
  expect(first?.link).toContain('/offer?click_id={click_id}');
});

test('requires an account for the list in the CPAlead format', async () => {
  expect(await get('/feeds/cpalead')).toMatchObject({ status: 400 });
  const { body } = await get('/feeds/cpalead?id=1');
  expect(body).toMatchObject({ status: 'success', number_offers: 5 });
  expect(body.offers).toHaveLength(5);
});
