import { scopesOfBroadKeys } from '@inaam/contracts/access/api-keys';
import { DomainError } from '@inaam/contracts/common/errors';
import { toHex } from '@inaam/contracts/spins/draw';
import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, SECRETS_KEY, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listVouchers } from '../../insight/stock/list.ts';
import type { Actor } from '../../kernel/actor.ts';
import { resealColumns } from '../../kernel/reseal.ts';
import { createSecretBox } from '../../kernel/secret-box.ts';
import { recordExport, requireCodeExportAllowance } from '../../office/audit/record-export.ts';
import { searchEverywhere } from '../../office/lookup/search-everywhere.ts';
import { openSeed } from '../spins/seed.ts';
import { openCode, withReadableCodes } from './codes.ts';
import { importVouchers } from './import.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const bulk = (codes: string[], voucher_amount = 900_00) =>
  ({ kind: 'bulk', codes, voucher_type: 'amazon', voucher_amount }) as const;
const readRows = (ids: number[]) =>
  core.database.sql<{ id: number; code: string; hash: string | null; code_end: string; amount_paise: number }[]>`
    select id, code, encode(code_hash, 'hex') as hash, code_end, amount_paise from vouchers where id = any (${ids})
    order by id`;

describe('a code at rest', () => {
  test('is encrypted, and opens only with its amount and the right key', async () => {
    const [code = ''] = await addStock(core, { amount: 901, count: 1 });
    const [row] = await readRows(await findVoucherIds(core, [code]));
    expect(row?.code).toMatch(/^sealed:v1:/);
    const { secrets } = core.services;
    expect(openCode(secrets, row?.code ?? '', 901_00)).toBe(code);
    expect(() => openCode(secrets, row?.code ?? '', 500_00)).toThrow();
    expect(() => openCode(createSecretBox([new Uint8Array(32)]), row?.code ?? '', 901_00)).toThrow();
  });

  // Lists show four characters of a code with eight or more, two of a code with four to seven, and none of a shorter
  // code.
  test.each([
    ['ABCDEFGH', 'EFGH'],
    ['ABCDEFG', 'FG'],
    ['ABCD', 'CD'],
    ['ABC', ''],
    ['🎁🎁🎁🎁🎁🎁🎁R', '🎁🎁🎁R'],
  ])('such as %s keeps the readable end "%s" for lists', async (code, end) => {
    await importVouchers(core.as(anyAdmin), bulk([code]));
    const [row] = await readRows(await findVoucherIds(core, [code]));
    expect(row?.code_end).toBe(end);
  });
});

test.each([
  ['as it was sold', 'LKB3-4455-XY'],
  ['with invisible characters from a chat or a PDF', '\u200bLKB3-4455-XY\ufeff'],
  ['with blanks around it', '\u00a0LKB3-4455-XY '],
  ['in small letters', 'lkb3-4455-xy'],
  ['with blanks around its hyphens', 'LKB3 - 4455 - XY'],
])('search finds a code that is typed %s', async (_, typed) => {
  const [id] = await findVoucherIds(core, ['LKB3-4455-XY']);
  if (id === undefined) await importVouchers(core.as(anyAdmin), bulk(['LKB3-4455-XY']));
  const [own] = await findVoucherIds(core, ['LKB3-4455-XY']);
  const { vouchers } = await listVouchers(core.services, voucherListInput.parse({ search: typed }));
  expect(vouchers.map((row) => row.voucher_id)).toEqual([own]);
  const { hits } = await searchEverywhere(core.services, typed);
  expect(hits).toMatchObject([{ kind: 'voucher', key: String(own) }]);
});

test('re-encrypts all codes with a new key, keeps them unique, and makes the old key useless', async () => {
  const [code = ''] = await addStock(core, { amount: 903, count: 1 });
  const newKey = new Uint8Array(32).fill(7);
  const both = { ...core.services, secrets: createSecretBox([newKey, SECRETS_KEY]) };
  await resealColumns(both);
  const alone = { ...core.services, secrets: createSecretBox([newKey]), actor: anyAdmin };
  expect(await importVouchers(alone, bulk([code], 903_00))).toMatchObject({ created: 0, skipped: 1 });
  const [row] = await readRows(await findVoucherIds(core, [code]));
  expect(openCode(alone.secrets, row?.code ?? '', 903_00)).toBe(code);
  expect(() => openCode(core.services.secrets, row?.code ?? '', 903_00)).toThrow();
  // Restores the key for the following tests.
  await resealColumns({ ...core.services, secrets: createSecretBox([SECRETS_KEY, newKey]) });
});

test('returns plain codes, and audits the reading, only if a caller with permission asks for them', async () => {
  const [code = ''] = await addStock(core, { amount: 905, count: 2 });
  const end = `••••${code.slice(-4)}`;
  const name = `reader ${code}`;
  const input = voucherListInput.parse({ amount_range: '501-1000', search: code });
  const read = async (actor: Actor, codes: 'plain' | 'masked') =>
    (
      await withReadableCodes(core.as({ ...actor, name }), { codes, list: 'vouchers' }, (show) =>
        listVouchers(core.services, input, show),
      )
    ).vouchers.map((each) => each.voucher_code);
  const key: Actor = { kind: 'service', id: 1, name, ip: null, scopes: scopesOfBroadKeys.read_write };
  const listAuditEntries = () =>
    core.database.sql`select action, subject, after from audit_entries where actor_name = ${name}`;
  expect(await read({ ...anyAdmin, role: 'support' }, 'plain')).toEqual([end]);
  expect(await read(key, 'plain')).toEqual([end]);
  expect(await read(anyAdmin, 'masked')).toEqual([end]);
  expect(await listAuditEntries()).toEqual([]);
  expect(await read({ ...anyAdmin, role: 'manager' }, 'plain')).toEqual([code]);
  expect(await read({ ...key, scopes: ['vouchers:codes'] }, 'plain')).toEqual([code]);
  const auditRow = { action: 'vouchers.read_codes', subject: 'vouchers', after: { codes: 1, paise: 905_00 } };
  expect(await listAuditEntries()).toEqual([auditRow, auditRow]);
});

test('requires step-up for plain codes, but not for masked codes or for an export without codes', async () => {
  const command = {
    ...core.as({ ...anyAdmin, role: 'manager' }),
    requireStepUp: () => {
      throw new DomainError('STEP_UP_REQUIRED');
    },
  };
  const list = 'vouchers' as const;
  const read = (codes: 'plain' | 'masked') => withReadableCodes(command, { codes, list }, async () => 'read');
  await expect(read('plain')).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(await read('masked')).toBe('read');
  const requestExport = (search: string) =>
    requireCodeExportAllowance(command, { list, filters: voucherListInput.parse({ search }), reason: 'a test' });
  const [code = ''] = await addStock(core, { amount: 906, count: 1 });
  await expect(requestExport(code)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  await requestExport('no such code');
});

test('exports plain codes only with a reason, which the audit log records', async () => {
  const command = core.as({ ...anyAdmin, name: 'exporter', role: 'manager' });
  const list = 'vouchers' as const;
  await addStock(core, { amount: 906, count: 1 });
  const check = (reason?: string) =>
    requireCodeExportAllowance(command, { list, filters: voucherListInput.parse({}), reason });
  await expect(check()).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'reason' });
  await check('for the auditors');
  await recordExport(command, { list, filters: {}, reason: 'for the auditors' });
  expect(await core.database.sql`select note from audit_entries where actor_name = 'exporter'`).toEqual([
    { note: 'for the auditors' },
  ]);
});

test('stores no plain code, seed or secret', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 10; n++) codes.push(...(await addStock(core, { amount: 907, count: 100 })));
  const network = await makeNetwork(core);
  const { offer_id: offerId } = await makeOffer(core);
  for (let n = 0; n < 5; n++) await completeOffer(core, network, await makeUser(core), offerId);
  const rows = await core.database.sql<{ seed: Uint8Array; commitment: Uint8Array }[]>`
    select seed, commitment from completions`;
  const seeds = rows.map(({ seed, commitment }) => toHex(openSeed(core.services.secrets, seed, commitment)));
  expect(seeds).toHaveLength(5);
  const secrets = [network.secret, Buffer.from(core.services.secrets.keyFor('audit seals')).toString('hex')];
  const tables = await core.database.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const lines = await core.database.sql<{ row: string }[]>`select t::text as row from ${core.database.sql(name)} t`;
    texts.push(...lines.map(({ row }) => row));
  }
  const dump = texts.join('\n');
  // Proves that the dump contains what the database stores.
  expect(dump).toContain((codes[0] ?? '').slice(-4));
  expect([...codes, ...seeds, ...secrets].filter((each) => dump.includes(each))).toEqual([]);
});
