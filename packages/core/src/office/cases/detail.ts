import type { CreditCase } from '@inaam/contracts/cases/cases';
import { DomainError } from '@inaam/contracts/common/errors';
import { toRupees } from '@inaam/contracts/common/money';
import { creditCases } from '@inaam/db/schema/cases';
import { clicks } from '@inaam/db/schema/clicks';
import { admins, users } from '@inaam/db/schema/identity';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { postbacks } from '@inaam/db/schema/postbacks';
import { completionStates } from '@inaam/db/views/completions';
import { and, desc, eq, inArray, or, sql as statement } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { postbackColumns, toPostbackRow } from '../../partners/postbacks/postback-row.ts';
import { caseColumns, toCaseRow } from './list.ts';
import { getUsualSeconds } from './usual-time.ts';

/** Maximum number of clicks and postbacks shown. */
const MAX_ROWS = 50;

/** Returns one case with its evidence. @throws DomainError CASE_NOT_FOUND */
export async function getCase(kernel: Kernel, caseId: number): Promise<CreditCase> {
  return kernel.read(async (db, sql) => {
    const [row] = await db
      .select({
        ...caseColumns,
        closedBy: admins.username,
        defaultPaise: statement<string>`get_default_payout(${offers})`,
      })
      .from(creditCases)
      .innerJoin(users, eq(users.id, creditCases.userId))
      .innerJoin(offers, eq(offers.id, creditCases.offerId))
      .innerJoin(clicks, eq(clicks.id, creditCases.clickId))
      .leftJoin(networks, eq(networks.id, offers.networkId))
      .leftJoin(admins, eq(admins.id, creditCases.closedByAdminId))
      .where(eq(creditCases.id, caseId));
    if (!row) throw new DomainError('CASE_NOT_FOUND');
    const { userId, offerId } = row.case;
    const userClicks = await db
      .select()
      .from(clicks)
      .where(and(eq(clicks.userId, userId), eq(clicks.offerId, offerId)))
      .orderBy(desc(clicks.createdAt), desc(clicks.id))
      .limit(MAX_ROWS);
    const clickIds = userClicks.map(({ clickId }) => clickId);
    const calls = await db
      .select(postbackColumns)
      .from(postbacks)
      .where(or(inArray(postbacks.clickId, clickIds), inArray(postbacks.assignedClickId, clickIds)))
      .orderBy(desc(postbacks.id))
      .limit(MAX_ROWS);
    const [completion] = await db
      .select({
        id: completionStates.id,
        state: completionStates.state,
        completedAt: completionStates.completedAt,
        source: completionStates.source,
      })
      .from(completionStates)
      .where(and(eq(completionStates.userId, userId), eq(completionStates.offerId, offerId)));
    return {
      ...toCaseRow(row),
      first_name: row.user.firstName,
      last_name: row.user.lastName,
      message: row.case.message,
      device: row.click.device,
      user_agent: row.click.userAgent,
      usual_seconds: await getUsualSeconds(sql, offerId),
      closed_by: row.closedBy,
      default_payout: toRupees(Number(row.defaultPaise)),
      clicks: userClicks.map((click) => ({
        click_id: click.clickId,
        clicked_at: click.createdAt.toISOString(),
        ip: click.ip,
        device: click.device,
      })),
      postbacks: calls.map(toPostbackRow),
      completion: completion
        ? {
            completion_id: completion.id,
            state: completion.state,
            completed_at: completion.completedAt.toISOString(),
            source: completion.source,
          }
        : null,
    };
  });
}
