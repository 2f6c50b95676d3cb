import { formatRupees } from '@inaam/contracts/common/format';
import { toRupees } from '@inaam/contracts/common/money';
import type { Lookup, LookupHit } from '@inaam/contracts/lookup/lookup';
import type { SqlClient } from '@inaam/db/client';
import { formatAddress } from '../../kernel/address.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { containsPattern, startsWithPattern, wordPatterns } from '../../kernel/search.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type CodeSearch, parseCodeSearch } from '../../ledger/vouchers/codes.ts';
import { parseUserReference } from '../../people/sessions/suspension.ts';

const MAX_PER_KIND = 5;
const MAX_RESULTS = 20;
/** Minimum length of a query that is matched with the beginning of IP addresses and device fingerprints. */
const MIN_PREFIX = 4;
/** Minimum length of a query that is matched anywhere in names, because such a match reads all names. */
const MIN_INSIDE = 3;

/** Ranks of matches: the lowest comes first. */
const EXACT = 0;
const STARTS_WITH = 1;
const CONTAINS = 2;

interface Row {
  kind: LookupHit['kind'];
  key: string;
  label: string;
  hint: string;
  completion_id: number | null;
  user_id: number | null;
  fit: number;
  amount_paise: number | null;
}

/** The first branch of the union. It returns no row, but sets the columns and their types for all branches. */
const none = (sql: SqlClient) => sql`
  select ''::text as kind, ''::text as key, ''::text as label, ''::text as hint, null::bigint as completion_id,
    null::bigint as user_id, 0 as fit, null::bigint as amount_paise where false`;

type Branch = ReturnType<typeof none>;

const suspensionHint = (sql: SqlClient) => sql`case when suspended_at is null then '' else ' · suspended' end`;

/** @param text as `search_text` normalizes it, with a blank before each word */
const containsAllWords = (sql: SqlClient, query: string, text: Branch): Branch =>
  wordPatterns(query).reduce((found, word) => sql`${found} and ${text} like search_text(${word})`, sql`true`);

/** Finds users whose email or name starts with the query, or else contains all words of the query. */
function findUsers(sql: SqlClient, query: string): Branch {
  const prefix = startsWithPattern(query.toLowerCase());
  const contains = (text: Branch) => containsAllWords(sql, query, text);
  const inside = query.length < MIN_INSIDE ? sql`false` : sql`(${contains(sql`email`)} or ${contains(sql`name`)})`;
  return sql`
    union all (
      with begins as materialized (
        -- Each branch reads its own index in order, because too many users can share a name to sort them all.
        (select id, email, first_name, last_name, suspended_at from users
          where email like ${prefix} order by email limit ${MAX_PER_KIND})
        union
        (select id, email, first_name, last_name, suspended_at from users
          where search_text(first_name || ' ' || last_name) like search_text(${prefix})
          order by search_text(first_name || ' ' || last_name) using ~<~ limit ${MAX_PER_KIND})
        order by email limit ${MAX_PER_KIND}
      ), found as (
        select *, case when email = ${query.toLowerCase()} then ${EXACT}::int else ${STARTS_WITH}::int end as fit
          from begins
        union all (
          select id, u.email, first_name, last_name, suspended_at, ${CONTAINS}::int
          -- The offset makes the planner expect all matches. If it expected only the first few, it would scan all
          -- users, which takes far too long for a text without a match.
          from (
            select user_id from user_search where ${inside} offset 0
          ) s join users u on u.id = s.user_id
          where not exists (select 1 from begins)
          limit ${MAX_PER_KIND}
        )
      )
      select 'user', id::text, btrim(first_name || ' ' || last_name), email || ${suspensionHint(sql)}, null, id, fit, null
      from found order by fit, email
    )`;
}

const findOffers = (sql: SqlClient, query: string): Branch => sql`
  union all (
    select 'offer', id::text, title, external_offer_id || case when active then '' else ' · inactive' end, null, null,
      case when lower(external_offer_id) = lower(${query}) or lower(title) = lower(${query}) then ${EXACT}::int
        when title ilike ${startsWithPattern(query)} then ${STARTS_WITH}::int else ${CONTAINS}::int end as fit, null
    from offers where (${containsAllWords(sql, query, sql`' ' || search_text(title)`)})
      or title ilike ${containsPattern(query)} or external_offer_id ilike ${containsPattern(query)}
    order by fit, lower(title), id limit ${MAX_PER_KIND}
  )`;

function findVouchers(sql: SqlClient, { hashes, end }: CodeSearch): Branch {
  const codes = sql`
    array(select decode(h, 'hex') from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) h)`;
  return sql`
  union all (
    select 'voucher', v.id::text, '••••' || v.code_end, v.brand || ' · ' || v.status,
      coalesce(v.completion_id, v.withdrawn_from), c.user_id,
      case when v.code_hash = any(${codes}) then ${EXACT}::int else ${STARTS_WITH}::int end as fit, v.amount_paise
    from voucher_states v left join completion_states c on c.id = coalesce(v.completion_id, v.withdrawn_from)
    where v.code_hash = any(${codes}) or v.code_end = ${end}
    order by fit, v.id limit ${MAX_PER_KIND}
  )`;
}

/** Finds a user by ID, or by the reference that users quote to support. */
const findUserById = (sql: SqlClient, id: number | null): Branch => sql`
  union all (
    select 'user', id::text, btrim(first_name || ' ' || last_name), email || ${suspensionHint(sql)}, null, id,
      ${EXACT}::int, null
    from users where id = ${id}
  )`;

/** Finds a click by its ID, and a completion by its ID or its network's transaction ID. */
const findClicksAndCompletions = (sql: SqlClient, query: string, number: number | null): Branch => sql`
  union all (
    select 'click', k.click_id, k.click_id, o.title || ' · ' || u.email, c.id, k.user_id, ${EXACT}::int, null
    from clicks k join users u on u.id = k.user_id join offers o on o.id = k.offer_id
    -- User and offer are in the condition so that their index is used.
    left join completion_states c on c.user_id = k.user_id and c.offer_id = k.offer_id and c.click_id = k.id
    where k.click_id = ${query} limit 1
  )
  union all (
    select 'completion', c.id::text, '#' || c.id || ' ' || o.title, u.email, c.id, c.user_id, ${EXACT}::int, null
    from completion_states c join users u on u.id = c.user_id join offers o on o.id = c.offer_id
    where c.id in (
      select ${number}::bigint
      union all
      select find_transaction(n.id, ${query}) from networks n
    )
    order by c.id limit ${MAX_PER_KIND}
  )`;

/** Finds IP addresses and devices that occur in sign-ups or sessions, or are blocked. */
function findSources(sql: SqlClient, query: string): Branch {
  const address = formatAddress(query);
  const begins = query.length >= MIN_PREFIX;
  const addressPrefix = begins && /^[\da-f.:/]+$/i.test(query) ? startsWithPattern(query.toLowerCase()) : null;
  const devicePrefix = begins ? startsWithPattern(query) : null;
  const hint = (place: 'i' | 'd') => sql`
    coalesce(${sql(place)}.registration_count, 0) || case when ${sql(place)}.registration_count = 1 then ' account' else ' accounts' end
      || case when ${sql(place)}.blocked_at is null then '' else ' · blocked' end`;
  return sql`
    union all (
      select 'ip', a.address, a.address, ${hint('i')}, null, null,
        case when a.address = ${address} then ${EXACT}::int else ${STARTS_WITH}::int end, null
      from (
        select ${address}::text as address where exists (select 1 from user_sessions where ip = ${address})
        union
        select address from ip_addresses where address = ${address} or address like ${addressPrefix}
        order by 1 limit ${MAX_PER_KIND}
      ) a left join ip_addresses i on i.address = a.address
    )
    union all (
      select 'device', f.fingerprint, f.fingerprint, ${hint('d')}, null, null,
        case when f.fingerprint = ${query} then ${EXACT}::int else ${STARTS_WITH}::int end as fit, null
      from (
        select ${query}::text as fingerprint where exists (select 1 from user_sessions where device = ${query})
        union
        select fingerprint from devices where fingerprint = ${query} or fingerprint like ${devicePrefix}
        order by 1 limit ${MAX_PER_KIND}
      ) f left join devices d on d.fingerprint = f.fingerprint
    )`;
}

/** Parses `#123` or `123` as an ID; null for other text and for too many digits. */
function parseId(query: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(query)?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Searches all records of the back-office in one statement: at most five hits of a kind and twenty in total, best
 * matches first.
 */
export async function searchEverywhere(
  services: { kernel: Kernel; secrets: SecretBox },
  query: string,
): Promise<Lookup> {
  const code = await parseCodeSearch(services, query);
  const rows = await services.kernel.read(
    (_, sql) => sql<Row[]>`
      ${none(sql)} ${findUsers(sql, query)} ${findOffers(sql, query)} ${findVouchers(sql, code)}
      ${findClicksAndCompletions(sql, query, parseId(query))}
      ${findUserById(sql, parseUserReference(query) ?? parseId(query))} ${findSources(sql, query)}`,
  );
  // A number may find the same user twice: by email and by ID.
  const things = new Map(rows.toSorted((a, b) => b.fit - a.fit).map((row) => [`${row.kind} ${row.key}`, row]));
  return {
    hits: [...things.values()]
      .toSorted((a, b) => a.fit - b.fit)
      .slice(0, MAX_RESULTS)
      .map(({ kind, key, label, hint, completion_id, user_id, amount_paise }) => ({
        kind,
        key,
        label,
        hint: amount_paise === null ? hint : `${formatRupees(toRupees(amount_paise))} ${hint}`,
        completion_id,
        user_id,
      })),
  };
}
