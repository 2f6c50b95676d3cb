import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test/support/api.ts';
import { Client } from '../test/support/client.ts';
import { PASSWORD, registerUser, signInAdmin } from '../test/support/people.ts';

/** Tests the documented form and the effects of its actions on users. */

const PATH = '/api/admin/fraud-detection.php';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let api: TestApi;
let admin: Client;
beforeAll(async () => {
  api = await createTestApi({ TRUST_PROXY: '10.0.0.0/8' }, { jobs: false });
  admin = (await signInAdmin(api)).client;
});
afterAll(() => api.close());

const act = async (fields: Record<string, string>, client = admin) => {
  const { status, body } = await client.send('POST', PATH, new URLSearchParams(fields).toString(), FORM);
  return [status, body.error ?? body.message] as const;
};

const status = async (client: Client) => [
  (await client.get('/api/offers.php')).status,
  (await client.query('user.identity.me')).status,
];

describe('the form', () => {
  test('flags a user, whose next request is refused, and unflags the user, who can then sign in again', async () => {
    const { client, email, id } = await registerUser(api.appHost);
    expect(await act({ action: 'flag_user', user_id: String(id), notes: '' })).toEqual([
      200,
      'User flagged and blocked from app successfully',
    ]);
    expect(await status(client)).toEqual([403, 403]);
    const login = () => client.post('/api/login.php', { email, password: PASSWORD });
    expect((await login()).body).toEqual({ error: 'Account suspended due to suspicious activity' });
    expect(await act({ action: 'unflag_user', user_id: String(id) })).toEqual([
      200,
      'User unflagged and access restored successfully',
    ]);
    expect(await status(client)).toEqual([401, 401]);
    expect((await login()).status).toBe(200);
    expect(await status(client)).toEqual([200, 200]);
    const notes = await api.core.database.sql`
      select action, note from audit_entries where subject = ${String(id)} and action like 'users.%' order by id`;
    expect(notes).toEqual([
      { action: 'users.flag', note: 'Flagged by admin' },
      { action: 'users.unflag', note: 'Unflagged by admin' },
    ]);
  });

  test('accepts comma-separated ids and lists refused users', async () => {
    const [a, b] = [await registerUser(api.appHost), await registerUser(api.appHost)];
    const { body } = await admin.send(
      'POST',
      PATH,
      new URLSearchParams({ action: 'bulk_flag_users', user_ids: `${a.id},${b.id},99999` }).toString(),
      FORM,
    );
    expect(body).toEqual({
      success: true,
      message: '2 users flagged and blocked successfully, 1 refused',
      done: 2,
      unchanged: 0,
      refused: [{ user_id: 99_999, reason: 'User not found' }],
    });
    expect([await status(a.client), await status(b.client)]).toEqual([
      [403, 403],
      [403, 403],
    ]);
    expect(await act({ action: 'bulk_unflag_users', user_ids: `${a.id},${b.id}` })).toEqual([
      200,
      '2 users unflagged and access restored successfully',
    ]);
  });

  test.each([
    [{}, 400, /^action: must be one of flag_user, unflag_user, .*, unblock_device$/],
    [
      { action: 'delete_user', user_id: '1' },
      400,
      /^action: must be one of flag_user, unflag_user, .*, unblock_device$/,
    ],
    [{ action: 'flag_user' }, 400, /^user_id: is required$/],
    [{ action: 'flag_user', user_id: 'me' }, 400, /^user_id: must be a number$/],
    [{ action: 'flag_user', user_id: '1', notes: 'x'.repeat(501) }, 400, /^notes: must be at most 500 characters$/],
    [{ action: 'flag_user', user_id: '99999' }, 404, /^User not found$/],
    [{ action: 'bulk_flag_users', user_ids: '' }, 400, /^Please select users to flag$/],
    [{ action: 'bulk_unflag_users' }, 400, /^Please select users to unflag$/],
    [{ action: 'bulk_flag_users', user_ids: '1,two' }, 400, /^user_ids/],
    [{ action: 'block_ip' }, 400, /^ip_address: is required$/],
    [{ action: 'block_ip', ip_address: '999.1.1.1' }, 400, /^ip_address: must be an IP address, or an IPv6 \/64$/],
    [{ action: 'block_ip', ip_address: '192.0.2.1' }, 409, /^This is the IP address that you are signed in from$/],
    [
      { action: 'block_ip', ip_address: '192.0.2.1', confirm_own: 'maybe' },
      400,
      /^confirm_own: must be true or false$/,
    ],
    [{ action: 'block_device', device_fingerprint: ' ' }, 400, /^device_fingerprint: is required$/],
  ])('refuses %o', async (fields, expected, text) => {
    const [answered, error] = await act(fields as Record<string, string>);
    expect([answered, error]).toEqual([expected, expect.stringMatching(text)]);
  });

  test('is accepted as well as JSON; other paths accept only JSON', async () => {
    const body = 'action=unblock_device&device_fingerprint=x';
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
      expect((await admin.send('POST', PATH, body, { 'content-type': type })).status).toBe(415);
    }
    const json = await admin.post(PATH, { action: 'unblock_device', device_fingerprint: 'x' });
    expect([json.status, json.body.message]).toEqual([200, 'Device unblocked successfully']);
    expect((await admin.send('POST', '/api/admin/offers.php', body, FORM)).status).toBe(415);
    const put = await admin.json('PUT', PATH, {});
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, POST']);
  });

  test('requires an admin', async () => {
    const guest = new Client(api.adminHost);
    expect(await act({ action: 'flag_user', user_id: '1' }, guest)).toEqual([401, 'Not signed in']);
    expect((await guest.get(PATH)).status).toBe(401);
    const origin = { ...FORM, origin: 'https://evil.example' };
    expect((await admin.send('POST', PATH, 'action=flag_user&user_id=1', origin)).status).toBe(403);
  });
});

describe('a block', () => {
  test('of an IP address takes effect at the next request, like an unblock; forged headers are ignored', async () => {
    const { client } = await registerUser(api.appHost, '2001:db8:5:5::1');
    const block = { action: 'block_ip', ip_address: '2001:db8:5:5:9::9' };
    expect(await act(block)).toEqual([200, 'IP address 2001:db8:5:5::/64 blocked successfully']);
    expect(await status(client)).toEqual([403, 403]);
    const forged = { 'x-forwarded-for': '198.51.100.99' };
    expect((await client.get('/api/offers.php', forged)).status).toBe(403);
    // A forged header cannot block another caller either.
    const other = (await registerUser(api.appHost, '198.51.100.98')).client;
    expect((await other.get('/api/offers.php', { 'x-forwarded-for': '2001:db8:5:5::1' })).status).toBe(200);
    // The header of a trusted proxy names the user's IP address.
    const proxied = new Client(api.appHost, '10.0.0.1');
    expect((await proxied.get('/api/offers.php', { 'x-forwarded-for': '2001:db8:5:5::7' })).status).toBe(403);
    expect((await proxied.get('/api/offers.php', { 'x-forwarded-for': '2001:db8:5:6::7' })).status).toBe(401);
    expect(await act({ ...block, action: 'unblock_ip' })).toEqual([
      200,
      'IP address 2001:db8:5:5::/64 unblocked successfully',
    ]);
    expect(await status(client)).toEqual([200, 200]);
  });

  test('of a device refuses its live sessions, but not another session at the same IP address', async () => {
    const { client } = await registerUser(api.appHost, '198.51.100.40', 'rest-device');
    const withoutDevice = await registerUser(api.appHost, '198.51.100.40');
    expect(await act({ action: 'block_device', device_fingerprint: 'rest-device' })).toEqual([
      200,
      'Device blocked successfully',
    ]);
    expect(await status(client)).toEqual([403, 403]);
    expect(await status(withoutDevice.client)).toEqual([200, 200]);
    await act({ action: 'unblock_device', device_fingerprint: 'rest-device' });
    expect(await status(client)).toEqual([200, 200]);
  });

  test('of the admin’s own IP address is accepted with confirm_own, and is listed', async () => {
    expect(await act({ action: 'block_ip', ip_address: '::ffff:192.0.2.1', confirm_own: '1', notes: 'me' })).toEqual([
      200,
      'IP address 192.0.2.1 blocked successfully',
    ]);
    const { body } = await admin.get(`${PATH}?ip_filter=blocked`);
    expect(body).toMatchObject({
      success: true,
      suspiciousIPs: [{ ip_address: '192.0.2.1', is_blocked: true }],
      pagination: { page: 1, limit: 25, ip_total: 1, ip_total_pages: 1 },
    });
    await act({ action: 'unblock_ip', ip_address: '192.0.2.1' });
  });
});

test('exports the filtered users tab as CSV', async () => {
  const { id, email } = await registerUser(api.appHost, '198.51.100.60');
  await act({ action: 'flag_user', user_id: String(id) });
  const { body, headers } = await admin.get(`/export/fraud.csv?user_filter=suspicious&search=${email}`);
  const [heading, row, ...rest] = String(body).trimEnd().split('\r\n');
  // Each cell is quoted; the file starts with a byte order mark.
  const cells = (line = '') =>
    line
      .replace(/^\uFEFF/, '')
      .slice(1, -1)
      .split('","');
  expect(cells(heading)).toEqual(
    expect.arrayContaining(['user_id', 'first_name', 'last_name', 'email', 'registration_ip', 'ip_count']),
  );
  expect(cells(row).slice(0, 8)).toEqual([String(id), 'Asha', 'Rao', email, '198.51.100.60', '1', '', '0']);
  expect(cells(row).at(-1)).toBe('suspicious');
  expect(rest).toEqual([]);
  expect(headers['content-disposition']).toContain('fraud_user_filter-suspicious');
});
