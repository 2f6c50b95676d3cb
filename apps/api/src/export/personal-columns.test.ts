import { scopes as allScopes } from '@inaam/contracts/access/permissions';
import { issueKey } from '@inaam/core/people/keys/api-keys';
import { anyAdmin, makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test/support/api.ts';
import { Client } from '../test/support/client.ts';
import { exportedLists } from './lists.ts';

/** Checks which columns count as personal and which callers get them. New CSV exports are included automatically. */

/** Names of personal columns in any list. */
const PERSONAL =
  /email|(?:first|last|actor)_name|(?:^|_)ip(?:_address)?$|^device(?:_fingerprint)?$|^(?:before|after|note)$/;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

/** Required filters by list. */
const filters: Record<string, string> = { draws: '?day=2026-07-19', 'statement-differences': '?statement_id=1' };

async function signInToReadHeadings(role: 'owner' | 'support' | 'analyst') {
  const { name } = await makeAdmin(api.core, 'a password for admins', role);
  const client = new Client(api.adminHost);
  await client.post('/api/admin/login.php', { username: name, password: 'a password for admins' });
  return (list: string) => readHeadings(client, list);
}

/** Returns the headings of a file; undefined if the caller may not read the list. */
async function readHeadings(client: Client, list: string, headers?: Record<string, string>) {
  const { status, body } = await client.get(`/export/${list}.csv${filters[list] ?? ''}`, headers);
  if (status === 403) return undefined;
  expect([list, status]).toEqual([list, 200]);
  return (
    String(body)
      .replace(/^\uFEFF/, '')
      .split('\r\n')[0] ?? ''
  )
    .split(',')
    .map((cell) => cell.replaceAll('"', ''));
}

const all = Object.entries(exportedLists).map(([name, { columns }]) => ({
  name,
  allHeadings: columns.map(({ heading }) => heading),
  publicHeadings: columns.filter(({ isPersonal }) => !isPersonal).map(({ heading }) => heading),
}));

test.each(all)('marks each column of $name that identifies people as personal', ({ publicHeadings }) => {
  expect(publicHeadings.filter((heading) => PERSONAL.test(heading.replace(/ \(.*\)$/, '')))).toEqual([]);
});

describe('a CSV export', () => {
  test('contains personal columns for support and higher roles but not for an analyst', async () => {
    const [owner, support, analyst] = [
      await signInToReadHeadings('owner'),
      await signInToReadHeadings('support'),
      await signInToReadHeadings('analyst'),
    ];
    let refused = 0;
    for (const { name, allHeadings, publicHeadings } of all) {
      expect([name, await owner(name)]).toEqual([name, allHeadings]);
      expect([name, (await support(name)) ?? allHeadings]).toEqual([name, allHeadings]);
      const headings = await analyst(name);
      expect([name, headings ?? publicHeadings]).toEqual([name, publicHeadings]);
      if (!headings) refused++;
    }
    expect(refused).toBeLessThan(all.length / 2);
  });

  test('contains personal columns for a key only if the key may read users', async () => {
    const client = new Client(api.adminHost);
    const reading = allScopes.filter((scope) => scope.endsWith(':read'));
    const createKeyReader = async (name: string, scopes: typeof reading) => {
      const key = await issueKey(api.core.as(anyAdmin), { name, scopes });
      return (list: string) => readHeadings(client, list, { authorization: `Bearer ${key}` });
    };
    const [readAsFullKey, readWithoutUsers] = [
      await createKeyReader('reads all', reading),
      await createKeyReader(
        'reads no users',
        reading.filter((scope) => scope !== 'users:read'),
      ),
    ];
    let read = 0;
    for (const { name, allHeadings, publicHeadings } of all) {
      expect([name, (await readAsFullKey(name)) ?? allHeadings]).toEqual([name, allHeadings]);
      const headings = await readWithoutUsers(name);
      expect([name, headings ?? publicHeadings]).toEqual([name, publicHeadings]);
      if (headings) read++;
    }
    expect(read).toBeGreaterThan(3);
  });
});
