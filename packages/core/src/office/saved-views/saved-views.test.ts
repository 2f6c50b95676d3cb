import { MAX_VIEWS, saveViewInput } from '@inaam/contracts/saved-views/saved-views';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { deleteView, listViews, saveView, setDefaultView } from './saved-views.ts';

let core: TestCore;
let admin: AdminActor;
let other: AdminActor;
beforeAll(async () => {
  core = await createTestCore();
});
beforeEach(async () => {
  admin = await makeAdmin(core);
  other = await makeAdmin(core);
});
afterAll(() => core.close());

const save = (who: AdminActor, view: object) =>
  saveView(core.as(who), saveViewInput.parse({ list: 'users', search: '', ...view }));
const names = async (who: AdminActor, list = 'users') =>
  (await listViews(core.kernel, who.id, list)).views.map(({ name, is_default }) => (is_default ? `${name}*` : name));

test('lists an admin’s own views of a list, sorted by name', async () => {
  await save(admin, { name: 'high', search: 'performanceFilter=high' });
  await save(admin, { name: 'Google', list: 'offer-clicks' });
  await save(admin, { name: 'Fresh' });
  await save(admin, { name: 'Été' });
  await save(other, { name: 'hidden' });
  expect(await names(admin)).toEqual(['Été', 'Fresh', 'high']);
  expect(await names(admin, 'offer-clicks')).toEqual(['Google']);
  expect(await names(other)).toEqual(['hidden']);
  expect((await listViews(core.kernel, admin.id, 'users')).views[2]).toMatchObject({
    search: 'performanceFilter=high',
  });
});

test('replaces a view of the same name, ignoring case', async () => {
  const first = await save(admin, { name: 'Late Night', search: 'a=1' });
  const second = await save(admin, { name: 'late night', search: 'a=2' });
  expect(second).toEqual({ view_id: first.view_id, name: 'late night', search: 'a=2', is_default: false });
  expect(await names(admin)).toEqual(['late night']);
});

describe('the default view', () => {
  test('is at most one view for each list and admin', async () => {
    const a = await save(admin, { name: 'a', is_default: true });
    await save(admin, { name: 'b', is_default: true });
    await save(admin, { name: 'c', list: 'vouchers', is_default: true });
    await save(other, { name: 'd', is_default: true });
    expect(await names(admin)).toEqual(['a', 'b*']);
    await setDefaultView(core.as(admin), { view_id: a.view_id, is_default: true });
    expect(await names(admin)).toEqual(['a*', 'b']);
    expect(await names(admin, 'vouchers')).toEqual(['c*']);
    expect(await names(other)).toEqual(['d*']);
    await setDefaultView(core.as(admin), { view_id: a.view_id, is_default: false });
    expect(await names(admin)).toEqual(['a', 'b']);
  });

  test('is a single view even if many tabs set a default at the same time', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => save(admin, { name: `tab ${i % 4}`, is_default: true })));
    expect((await names(admin)).filter((name) => name.endsWith('*'))).toHaveLength(1);
    expect(await names(admin)).toHaveLength(4);
  });
});

test('limits the number of views, even for concurrent requests, but always allows replacing a view', async () => {
  const many = await Promise.allSettled(
    Array.from({ length: MAX_VIEWS + 10 }, (_, i) => save(admin, { name: `v${i}` })),
  );
  const refused = many.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(10);
  expect(refused[0]?.reason).toMatchObject({ code: 'TOO_MANY_VIEWS', message: 'At most 50 saved views for one list' });
  const [first = ''] = await names(admin);
  expect(await save(admin, { name: first, search: 'again=1' })).toMatchObject({ search: 'again=1' });
  await save(admin, { name: 'elsewhere', list: 'vouchers' });
  expect(await names(admin)).toHaveLength(MAX_VIEWS);
});

test('does not find the views of another admin, nor a deleted view', async () => {
  const view = await save(other, { name: 'hidden' });
  const missing = { code: 'VIEW_NOT_FOUND' };
  await expect(deleteView(core.as(admin), view.view_id)).rejects.toMatchObject(missing);
  await expect(setDefaultView(core.as(admin), { view_id: view.view_id, is_default: true })).rejects.toMatchObject(
    missing,
  );
  expect(await names(other)).toEqual(['hidden']);
  await deleteView(core.as(other), view.view_id);
  expect(await names(other)).toEqual([]);
  await expect(deleteView(core.as(other), view.view_id)).rejects.toMatchObject(missing);
});
