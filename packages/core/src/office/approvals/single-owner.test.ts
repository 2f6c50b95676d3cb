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
import { needsApproval, twoOwners } from './two-owners.fixture.ts';

/** Tests what one person may still do alone, and which of these changes owners are alerted about. */

const setup = twoOwners();

/** Moves the time of an audit entry into the past. */
const moveBack = ({ database }: TestCore, action: string, subject: number, by: string) =>
  database.sql.begin(async (tx) => {
    await tx`alter table audit_log disable trigger user`;
    await tx`
      update audit_log set at = at - ${by}::interval where action = ${action} and subject = ${String(subject)}`;
    await tx`alter table audit_log enable trigger user`;
  });

test('lets a single owner act alone, but only from three days after the other owner was removed', async () => {
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
    await expect(credit()).rejects.toMatchObject(needsApproval);
    await deactivateAdmin(alone.as(first), second.id);
    await expect(credit()).rejects.toMatchObject(needsApproval);
    await moveBack(alone, 'admins.deactivate', second.id, '71 hours 59 minutes');
    await expect(credit()).rejects.toMatchObject(needsApproval);
    await moveBack(alone, 'admins.deactivate', second.id, '2 minutes');
    expect(await credit()).toBeGreaterThan(0);
  } finally {
    await alone.close();
  }
});

describe('changes by a single person', () => {
  const detectAlerts = async (completionId: number) => {
    await detectSinglePersonChanges(setup.core.services);
    await detectSinglePersonChanges(setup.core.services);
    const { alerts } = await listRequests(setup.core.kernel, setup.ravi);
    return alerts.filter(({ completion_id }) => completion_id === completionId).map(({ kind, actor }) => [kind, actor]);
  };
  const credit = (by: AdminActor, userId: number, offerId: number) =>
    creditCompletion(setup.core.as(by), { user_id: userId, offer_id: offerId, reason: 'A screenshot' });
  const changeOdds = (by: AdminActor, offerId: number, amount: number) =>
    updateOffer(
      setup.core.as(by),
      offerUpdateInput.parse({
        offer_id: String(offerId),
        spinner_config: JSON.stringify({ rewards: [{ amount, probability: 1 }] }),
      }),
    );

  test('alert owners once about odds changed within an hour of a credit, in either order', async () => {
    const [before, after] = [await makeOffer(setup.core), await makeOffer(setup.core)];
    await changeOdds(setup.asha, before.offer_id, 7);
    const first = await credit(setup.asha, (await makeUser(setup.core)).id, before.offer_id);
    expect(await detectAlerts(first)).toEqual([['odds_changed_near_credit', setup.asha.name]]);
    const second = await credit(setup.ravi, (await makeUser(setup.core)).id, after.offer_id);
    expect(await detectAlerts(second)).toEqual([]);
    await changeOdds(await makeAdmin(setup.core), after.offer_id, 7);
    expect((await detectAlerts(second)).map(([kind]) => kind)).toEqual(['odds_changed_near_credit']);
    const mails = (await setup.listMails(setup.ravi)).filter(({ payload }) =>
      payload.text.startsWith(`${setup.asha.name}: Odds`),
    );
    expect(mails).toHaveLength(1);
    await setup.core.services.securityEventLog.whenWritten();
    const events = await listSecurityEvents(
      setup.core.kernel,
      securityEventListInput.parse({ kind: 'alert', actor: setup.asha.name }),
    );
    expect(events.events.map(({ detail }) => detail)).toEqual(['odds_changed_near_credit']);
  });

  test.each([
    ['other odds within an hour after a credit', 'completions.credit'],
    ['a credit within an hour after other odds', 'offers.update'],
  ] as const)('alert owners about %s, but not later', async (_, earlier) => {
    const act = async () => {
      const { offer_id: offerId } = await makeOffer(setup.core);
      const completionId = await credit(setup.asha, (await makeUser(setup.core)).id, offerId);
      await changeOdds(await makeAdmin(setup.core), offerId, 7);
      return { completionId, subject: earlier === 'completions.credit' ? completionId : offerId };
    };
    const [inside, outside] = [await act(), await act()];
    await moveBack(setup.core, earlier, inside.subject, '59 minutes');
    await moveBack(setup.core, earlier, outside.subject, '61 minutes');
    expect(await detectAlerts(outside.completionId)).toEqual([]);
    expect((await detectAlerts(inside.completionId)).map(([kind]) => kind)).toEqual(['odds_changed_near_credit']);
  });

  test('are detected up to two days later, and alerts are shown for 30 days', async () => {
    const { offer_id: offerId } = await makeOffer(setup.core);
    const { offer_id: older } = await makeOffer(setup.core);
    const found: number[] = [];
    for (const [offer, by] of [
      [offerId, '47 hours'],
      [older, '49 hours'],
    ] as const) {
      const completionId = await credit(setup.asha, (await makeUser(setup.core)).id, offer);
      await changeOdds(await makeAdmin(setup.core), offer, 7);
      await moveBack(setup.core, 'completions.credit', completionId, by);
      await moveBack(setup.core, 'offers.update', offer, by);
      found.push((await detectAlerts(completionId)).length);
    }
    expect(found).toEqual([1, 0]);
    const { sql } = setup.core.database;
    const countAlerts = async () => (await listRequests(setup.core.kernel, setup.ravi)).alerts.length;
    const all = await countAlerts();
    await sql`update operator_alerts set at = now() - interval '29 days 23 hours'`;
    expect(await countAlerts()).toBe(all);
    await sql`update operator_alerts set at = now() - interval '30 days 1 minute'`;
    expect(await countAlerts()).toBe(0);
  });

  test('alert owners about a credit to an account that shares a device or a browser with the admin', async () => {
    const email = `${setup.asha.name}@example.invalid`;
    const device = `device of ${setup.asha.name}`;
    await makeUser(setup.core, { email, device });
    const sibling = await makeUser(setup.core, { device });
    const stranger = await makeUser(setup.core);
    const inBrowser = await makeUser(setup.core);
    const browser = { ip: '198.51.100.77', userAgent: `Browser of ${setup.asha.name}` };
    await setup.core.services.adminSessions.create(setup.asha.id, browser);
    await setup.core.services.userSessions.create(inBrowser.id, browser);
    const found: unknown[] = [];
    for (const { id } of [stranger, sibling, inBrowser]) {
      found.push(await detectAlerts(await credit(setup.asha, id, (await makeOffer(setup.core)).offer_id)));
    }
    const own = [['credited_own_account', setup.asha.name]];
    expect(found).toEqual([[], own, own]);
  });
});
