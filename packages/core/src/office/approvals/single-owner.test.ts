import { offerUpdateInput } from '@inaam/contracts/offers/offers';
import { securityEventListInput } from '@inaam/contracts/security-events/security-events';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { updateOffer } from '../../ledger/offers/save.ts';
import { deactivateAdmin } from '../../people/admins/admins.ts';
import { listSecurityEvents } from '../audit/security-events.ts';
import { listRequests } from './list.ts';
import { detectSinglePersonChanges } from './single-person-changes.ts';
import { twoOwners, waits } from './two-owners.fixture.ts';

/** What one person may do after all, and what the owners are told of it. */

const its = twoOwners();

/** Moves an entry of the audit log into the past. */
const datedBack = ({ database }: TestCore, action: string, subject: number, by: string) =>
  database.sql.begin(async (tx) => {
    await tx`alter table audit_log disable trigger user`;
    await tx`
      update audit_log set at = at - ${by}::interval where action = ${action} and subject = ${String(subject)}`;
    await tx`alter table audit_log enable trigger user`;
  });

test('nothing waits where there is one owner; who removes the other is not alone for three days', async () => {
  const alone = await createTestCore({ approvals: { when: 'two_owners', creditPaise: 100_00 } });
  try {
    await makeNetwork(alone);
    const first = await makeAdmin(alone);
    const credit = async () =>
      creditCompletion(alone.as(first), {
        user_id: (await makeUser(alone)).id,
        offer_id: (await makeOffer(alone)).offer_id,
        reason: 'A screenshot',
        payout_amount: 500_00,
      });
    expect(await credit()).toBeGreaterThan(0);
    const second = await makeAdmin(alone);
    await expect(credit()).rejects.toMatchObject(waits);
    await deactivateAdmin(alone.as(first), second.id);
    await expect(credit()).rejects.toMatchObject(waits);
    await datedBack(alone, 'admins.deactivate', second.id, '71 hours 59 minutes');
    await expect(credit()).rejects.toMatchObject(waits);
    await datedBack(alone, 'admins.deactivate', second.id, '2 minutes');
    expect(await credit()).toBeGreaterThan(0);
  } finally {
    await alone.close();
  }
});

describe('what one person did alone', () => {
  const alertsAbout = async (completionId: number) => {
    await detectSinglePersonChanges(its.core.services);
    await detectSinglePersonChanges(its.core.services);
    const { alerts } = await listRequests(its.core.kernel, its.ravi);
    return alerts.filter(({ completion_id }) => completion_id === completionId).map(({ kind, actor }) => [kind, actor]);
  };
  const credit = (by: AdminActor, userId: number, offerId: number) =>
    creditCompletion(its.core.as(by), { user_id: userId, offer_id: offerId, reason: 'A screenshot' });
  const changeOdds = (by: AdminActor, offerId: number, amount: number) =>
    updateOffer(
      its.core.as(by),
      offerUpdateInput.parse({
        offer_id: String(offerId),
        spinner_config: JSON.stringify({ rewards: [{ amount, probability: 1 }] }),
      }),
    );

  test('odds within an hour of a credit, whichever came first, are told to owners once', async () => {
    const [before, after] = [await makeOffer(its.core), await makeOffer(its.core)];
    await changeOdds(its.asha, before.offer_id, 7);
    const first = await credit(its.asha, (await makeUser(its.core)).id, before.offer_id);
    expect(await alertsAbout(first)).toEqual([['odds_changed_near_credit', its.asha.name]]);
    const second = await credit(its.ravi, (await makeUser(its.core)).id, after.offer_id);
    expect(await alertsAbout(second)).toEqual([]);
    await changeOdds(await makeAdmin(its.core), after.offer_id, 7);
    expect((await alertsAbout(second)).map(([kind]) => kind)).toEqual(['odds_changed_near_credit']);
    const told = (await its.mailsTo(its.ravi)).filter(({ payload }) =>
      payload.text.startsWith(`${its.asha.name}: Odds`),
    );
    expect(told).toHaveLength(1);
    await its.core.services.trail.written();
    const events = await listSecurityEvents(
      its.core.kernel,
      securityEventListInput.parse({ kind: 'alert', actor: its.asha.name }),
    );
    expect(events.events.map(({ detail }) => detail)).toEqual(['odds_changed_near_credit']);
  });

  test.each([
    ['credits', 'completions.credit'],
    ['changes odds', 'offers.update'],
  ] as const)('who %s first is told of for an hour after that, and not longer', async (_, earlier) => {
    const act = async () => {
      const { offer_id: offerId } = await makeOffer(its.core);
      const completionId = await credit(its.asha, (await makeUser(its.core)).id, offerId);
      await changeOdds(await makeAdmin(its.core), offerId, 7);
      return { completionId, subject: earlier === 'completions.credit' ? completionId : offerId };
    };
    const [inside, outside] = [await act(), await act()];
    await datedBack(its.core, earlier, inside.subject, '59 minutes');
    await datedBack(its.core, earlier, outside.subject, '61 minutes');
    expect(await alertsAbout(outside.completionId)).toEqual([]);
    expect((await alertsAbout(inside.completionId)).map(([kind]) => kind)).toEqual(['odds_changed_near_credit']);
  });

  test('what nobody looked at is found for two days, and shown for 30', async () => {
    const { offer_id: offerId } = await makeOffer(its.core);
    const { offer_id: older } = await makeOffer(its.core);
    const found: number[] = [];
    for (const [offer, by] of [
      [offerId, '47 hours'],
      [older, '49 hours'],
    ] as const) {
      const completionId = await credit(its.asha, (await makeUser(its.core)).id, offer);
      await changeOdds(await makeAdmin(its.core), offer, 7);
      await datedBack(its.core, 'completions.credit', completionId, by);
      await datedBack(its.core, 'offers.update', offer, by);
      found.push((await alertsAbout(completionId)).length);
    }
    expect(found).toEqual([1, 0]);
    const { sql } = its.core.database;
    const shown = async () => (await listRequests(its.core.kernel, its.ravi)).alerts.length;
    const all = await shown();
    await sql`update operator_alerts set at = now() - interval '29 days 23 hours'`;
    expect(await shown()).toBe(all);
    await sql`update operator_alerts set at = now() - interval '30 days 1 minute'`;
    expect(await shown()).toBe(0);
  });

  test('a credit to their own account, to one on its device, and to one in their own browser', async () => {
    const email = `${its.asha.name}@example.invalid`;
    const device = `device of ${its.asha.name}`;
    await makeUser(its.core, { email, device });
    const sibling = await makeUser(its.core, { device });
    const stranger = await makeUser(its.core);
    const inBrowser = await makeUser(its.core);
    const browser = { ip: '198.51.100.77', userAgent: `Browser of ${its.asha.name}` };
    await its.core.services.adminSessions.create(its.asha.id, browser);
    await its.core.services.userSessions.create(inBrowser.id, browser);
    const found: unknown[] = [];
    for (const { id } of [stranger, sibling, inBrowser]) {
      found.push(await alertsAbout(await credit(its.asha, id, (await makeOffer(its.core)).offer_id)));
    }
    const own = [['credited_own_account', its.asha.name]];
    expect(found).toEqual([[], own, own]);
  });
});
