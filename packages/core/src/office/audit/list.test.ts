import type { AuditAction } from '@inaam/contracts/audit/actions';
import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { listAudit } from './list.ts';

let core: TestCore;

beforeAll(async () => {
  core = await createTestCore();
  const write = (name: string, action: AuditAction, subject: string, note?: string, ip = '198.51.100.1') =>
    core.kernel.write((tx) =>
      writeAuditEntry(tx, { ...anyAdmin, name, ip }, { action, subject, ...(note ? { note } : {}) }),
    );
  await write('asha', 'offers.update', '1', undefined, '2001:db8:9:9::/64');
  await write('asha', 'offers.create', '2', '50% off');
  await core.database.sql`
    insert into audit_log (at, actor_kind, actor_name, ip, action, subject)
    values (now() - interval '10 days', 'admin', 'ravi', null, 'vouchers.delete', '1'),
      (now(), 'admin', 'ravi', '198.51.100.10', 'offers_old.update', '1')`;
});
afterAll(() => core.close());

const findEntries = async (filters: object) =>
  (await listAudit(core.kernel, auditListInput.parse(filters))).entries
    .map((e) => `${e.actor_name} ${e.action}`)
    .toSorted();

describe('the audit log', () => {
  test.each([
    [{ actor: 'ASH' }, ['asha offers.create', 'asha offers.update']],
    [{ action: 'offers.update' }, ['asha offers.update']],
    [{ action: 'offers' }, ['asha offers.create', 'asha offers.update']],
    [{ subject: '1' }, ['asha offers.update', 'ravi offers_old.update', 'ravi vouchers.delete']],
    [{ ip: '198.51.100.1' }, ['asha offers.create']],
    [{ ip: '198.51.100.' }, ['asha offers.create', 'ravi offers_old.update']],
    [{ ip: '2001:DB8:9:9:1::7' }, ['asha offers.update']],
    [{ ip: '2001:db8:9:9::/64' }, ['asha offers.update']],
    [{ ip: '198_51' }, []],
    [{ subject: 'f'.repeat(64) }, []],
    [{ dateRange: 'week', actor: 'ravi' }, ['ravi offers_old.update']],
    [{ search: '50%' }, ['asha offers.create']],
    // The text of an action matches in its stored form and in the form that screens show.
    [{ search: 'Offers.Upd' }, ['asha offers.update']],
    [{ search: 'deleted a' }, ['ravi vouchers.delete']],
    [{ search: 'nothing like it' }, []],
  ])('finds entries by %j', async (filters, expected) => {
    expect(await findEntries(filters)).toEqual(expected);
  });

  test.each([
    [{ actor: 'a' }, 4],
    [{ actor: 'a', ip: '198.51.100.' }, 2],
    [{ actor: 'a', dateRange: 'week' }, 3],
    [{ actor: 'a', action: 'offers' }, 2],
    [{ actor: 'a', subject: '1' }, 3],
    [{ actor: 'a', search: 'deleted a' }, 1],
    [{ actor: 'a', search: '50%' }, 1],
    [{ search: 'rav' }, 2],
  ])('counts all matching entries: %j', async (filters, expected) => {
    const { pagination } = await listAudit(core.kernel, auditListInput.parse({ ...filters, limit: 1 }));
    expect(pagination.total).toBe(expected);
  });

  test('returns pages of entries, newest first, and the actions that occur', async () => {
    const page = await listAudit(core.kernel, auditListInput.parse({ limit: 3, page: 2 }));
    expect(page.entries.map((e) => e.action)).toEqual(['vouchers.delete']);
    expect(page.pagination).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2 });
    expect(page.actions).toEqual(['offers.create', 'offers.update', 'offers_old.update', 'vouchers.delete']);
  });

  test.each([
    ['found first and then sorted', undefined],
    ['read in the order of all entries', 0],
  ])('returns the same pages for a filter by actor, whether the matches are %s', async (_, few) => {
    const pages = [1, 2, 3].map(async (page) => {
      const input = auditListInput.parse({ actor: 'a', limit: 2, page, total: 'exact' });
      const { entries, pagination } = await listAudit(core.kernel, input, few);
      return [pagination.total, ...entries.map(({ actor_name, action }) => `${actor_name} ${action}`)];
    });
    expect(await Promise.all(pages)).toEqual([
      [4, 'ravi offers_old.update', 'asha offers.create'],
      [4, 'asha offers.update', 'ravi vouchers.delete'],
      [4],
    ]);
  });

  test('returns the current name of an entry’s subject, if the subject still exists', async () => {
    const { offer_id } = await makeOffer(core, { title: 'Chai quiz' });
    const { id } = await makeUser(core, { firstName: 'Kavya', lastName: 'Menon' });
    const write = (action: AuditAction, subject: string) =>
      core.kernel.write((tx) => writeAuditEntry(tx, { ...anyAdmin, name: 'words' }, { action, subject }));
    await write('offers.update', String(offer_id));
    await write('users.flag', String(id));
    await write('users.flag', '999999');
    await write('addresses.block', '198.51.100.9');
    await write('offers.export', 'offers');
    const { entries } = await listAudit(core.kernel, auditListInput.parse({ actor: 'words' }));
    const about = entries.map((entry) => [entry.action, entry.subject, entry.subject_name]);
    expect(about.filter(([action]) => action !== 'offers.create').toReversed()).toEqual([
      ['offers.update', String(offer_id), 'Chai quiz'],
      ['users.flag', String(id), 'Kavya Menon'],
      ['users.flag', '999999', null],
      ['addresses.block', '198.51.100.9', null],
      ['offers.export', 'offers', null],
    ]);
  });
});
