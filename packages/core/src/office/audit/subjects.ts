import { approvalKinds } from '@inaam/contracts/approvals/approvals';
import type { AuditEntry } from '@inaam/contracts/audit/audit-log';
import type { Db } from '@inaam/db/client';
import { type SQL, sql } from 'drizzle-orm';

/** SQL expression for a person's full name. */
const person = sql.raw(`btrim(u.first_name || ' ' || u.last_name)`);

/** For each noun that an action can begin with, a query for the IDs and names (`words`) of its subjects. */
const nouns: Record<string, SQL> = {
  admins: sql`select id, username as words from admins`,
  approvals: sql`select id, kind as words from approvals`,
  cases: sql`
    select c.id, o.title || ' · ' || ${person} as words
    from credit_cases c join offers o on o.id = c.offer_id join users u on u.id = c.user_id`,
  completions: sql`
    select c.id, o.title || ' · ' || ${person} as words
    from completions c join offers o on o.id = c.offer_id join users u on u.id = c.user_id`,
  identity: sql`select u.id, ${person} as words from users u`,
  keys: sql`select id, name as words from api_keys`,
  networks: sql`select id, name as words from networks`,
  offers: sql`select id, title as words from offers`,
  postbacks: sql`
    select p.id, coalesce(n.name, p.slug) as words from postbacks p left join networks n on n.id = p.network_id`,
  users: sql`select u.id, ${person} as words from users u`,
  vouchers: sql`select id, brand || ' · ₹' || amount_paise / 100 as words from vouchers`,
  webhooks: sql`select id, name as words from webhook_endpoints`,
};

const getNoun = ({ action }: Pick<AuditEntry, 'action'>): string => action.split('.')[0] ?? '';

/**
 * Looks up the current names of the entries' subjects, such as an offer's title or a person's name.
 * @returns a function that returns the name of an entry's subject, or null if the subject no longer exists or needs no
 *   name
 */
export async function describeSubjects(
  db: Db,
  entries: readonly AuditEntry[],
): Promise<(entry: AuditEntry) => string | null> {
  const requested = new Map<string, Set<number>>();
  for (const entry of entries) {
    const noun = getNoun(entry);
    if (!nouns[noun] || !/^\d{1,15}$/.test(entry.subject ?? '')) continue;
    requested.set(noun, (requested.get(noun) ?? new Set()).add(Number(entry.subject)));
  }
  if (requested.size === 0) return () => null;
  const queries = [...requested].map(
    ([noun, ids]) => sql`
      select ${noun}::text as noun, s.id, s.words from (${nouns[noun]}) s
      where s.id in (select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb)::bigint)`,
  );
  const rows = await db.execute<{ noun: string; id: string; words: string }>(sql.join(queries, sql` union all `));
  const words = new Map(rows.map(({ noun, id, words: name }) => [`${noun} ${id}`, name]));
  const kinds: Record<string, string | undefined> = approvalKinds;
  return (entry) => {
    const name = words.get(`${getNoun(entry)} ${entry.subject}`) ?? null;
    return getNoun(entry) === 'approvals' && name !== null ? (kinds[name] ?? name) : name;
  };
}
