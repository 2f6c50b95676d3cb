import { paginate } from '@inaam/contracts/common/lists';
import type { SecurityEventList, SecurityEventListInput } from '@inaam/contracts/security-events/security-events';
import { detailsOfEvent, securityEventDetails, securityEvents } from '@inaam/db/schema/security-events';
import { and, desc, eq, like, or, type SQL, sql } from 'drizzle-orm';
import { formatAddress } from '../../kernel/address.ts';
import { isSince } from '../../kernel/date-range.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { startsWithPattern } from '../../kernel/search.ts';
import { countRows } from '../../kernel/totals.ts';

function buildFilters({ kind, realm, actor, ip, search, dateRange }: SecurityEventListInput): SQL | undefined {
  const filters: (SQL | undefined)[] = [isSince(securityEvents.at, dateRange)];
  if (kind !== 'all') filters.push(eq(securityEvents.kind, kind));
  if (realm !== 'all') filters.push(eq(securityEvents.realm, realm));
  if (search) {
    const { actorName } = securityEventDetails;
    filters.push(or(like(actorName, startsWithPattern(search)), eq(securityEvents.requestId, search)));
  }
  if (actor) filters.push(like(securityEventDetails.actorName, startsWithPattern(actor)));
  if (ip) {
    const address = formatAddress(ip);
    const { ip: at } = securityEventDetails;
    filters.push(address === null ? like(at, startsWithPattern(ip.toLowerCase())) : eq(at, address));
  }
  return and(...filters);
}

/** Lists security events, newest first. */
export async function listSecurityEvents(kernel: Kernel, input: SecurityEventListInput): Promise<SecurityEventList> {
  const { page, limit } = input;
  const where = buildFilters(input);
  return kernel.read(async (db) => {
    const rows = await db
      .select({ event: securityEvents, details: securityEventDetails })
      .from(securityEvents)
      .leftJoin(securityEventDetails, detailsOfEvent)
      .where(where)
      .orderBy(desc(securityEvents.at), desc(securityEvents.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const rest = sql`from ${securityEvents} left join ${securityEventDetails} on ${detailsOfEvent}`;
    const total = await countRows(db, where ? sql`${rest} where ${where}` : rest, input.total);
    return {
      events: rows.map(({ event, details }) => ({
        id: event.id,
        at: event.at.toISOString(),
        kind: event.kind,
        realm: event.realm as 'user' | 'admin',
        request_id: event.requestId,
        actor_kind: event.actorKind,
        actor_id: event.actorId,
        actor_name: details?.actorName ?? null,
        ip: details?.ip ?? null,
        device: details?.device ?? null,
        detail: event.detail,
        count: event.count,
      })),
      pagination: paginate(page, limit, total),
    };
  });
}
