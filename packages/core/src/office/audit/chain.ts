import { createHash, sign, verify } from 'node:crypto';
import type { SqlClient } from '@inaam/db/client';
import { sql as text } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';
import type { SealedHead } from './heads.ts';
import { type AuditKeys, type SigningKey, toPublicKey } from './keys.ts';

/**
 * The audit log is a hash chain: the link of an entry is the SHA-256 of the previous link and the entry's hash. The
 * last link is the head. Each minute, a seal signs the new head (Ed25519, RFC 8032) with a key outside the database. So
 * not even the database owner can change, remove or insert an entry unnoticed. An entry contains only a salted hash of
 * its personal details, which are outside the chain and can be erased. See
 * infra/docs/decisions/0024-the-audit-log-is-chained.md.
 */

const GENESIS: Buffer = Buffer.alloc(32);

/**
 * SQL expression for the hash of an entry. It is not a database function, because an attacker who can alter entries
 * could alter the function, too.
 */
const ENTRY_HASH = `encode(sha256(convert_to(jsonb_build_array(a.id, extract(epoch from a.at), a.actor_kind, a.actor_id,
  a.action, a.subject, a.before, a.after, a.note, encode(a.details_hash, 'hex'))::text, 'UTF8')), 'hex')`;
/** SQL condition: the details of an entry have not changed since the entry was written. */
const HAS_INTACT_DETAILS = `coalesce(a.details_hash = sha256(d.salt || convert_to(jsonb_build_array(
  d.actor_name, d.ip, d.subject, d.note, d.before, d.after)::text, 'UTF8')), false)`;

const computeLink = (before: Buffer, entry_hash: string): Buffer =>
  createHash('sha256').update(before).update(Buffer.from(entry_hash, 'hex')).digest();

const buildSignedText = (seal: number, entries: number, before: Buffer, head: Buffer): Buffer =>
  Buffer.from(`inaam audit seal ${seal} ${entries} ${before.toString('hex')} ${head.toString('hex')}`, 'utf8');

interface LastSeal extends Record<string, unknown> {
  id: string;
  head: Buffer;
  sealed_until_xid: string;
  /** The position and the entry of the last link; null if someone removed all links. */
  position: string | null;
  entry_id: string | null;
}

interface NewEntry extends Record<string, unknown> {
  id: number;
  entry_hash: string;
  xid: string;
}

const BATCH = 2000;

/**
 * Chains and signs the entries of transactions that have ended. Safe in several processes.
 * @returns new heads, oldest first; empty if there are no new entries
 */
export async function sealAudit(services: { kernel: Kernel; auditKeys: AuditKeys }): Promise<SealedHead[]> {
  const heads: SealedHead[] = [];
  for (;;) {
    const head = await sealBatch(services.kernel, services.auditKeys.getSigningKey());
    if (!head) return heads;
    heads.push(head);
    if (head.entries < BATCH) return heads;
  }
}

function sealBatch(kernel: Kernel, { key, publicKey }: SigningKey): Promise<SealedHead | undefined> {
  return kernel.write(async (tx) => {
    // Processes seal one at a time. A process that waited here finds that the entries are already sealed.
    await acquireLock(tx, 'audit seals');
    const [last] = await tx.execute<LastSeal>(text`
      select s.id, s.head, s.sealed_until_xid, l.position, l.entry_id
      from audit_seals s
      left join (select position, entry_id from audit_chain_links order by position desc limit 1) l on true
      order by s.id desc limit 1`);
    const rows = await tx.execute<NewEntry>(text`
      select a.id, a.xid::text as xid, ${text.raw(ENTRY_HASH)} as entry_hash from audit_log a
      where (a.xid, a.id) > (${last?.sealed_until_xid ?? '0'}::xid8, ${last?.entry_id ?? 0}::bigint)
        and a.xid < pg_snapshot_xmin(pg_current_snapshot())
      order by a.xid, a.id limit ${BATCH}`);
    const entries = rows.length;
    const until = rows.at(-1)?.xid;
    if (until === undefined) return undefined;
    const before: Buffer = Buffer.from(last?.head ?? GENESIS);
    let link: Buffer = before;
    const seal = Number(last?.id ?? 0) + 1;
    const start = Number(last?.position ?? 0);
    const links = rows.map(({ id, entry_hash }, i) => {
      link = computeLink(link, entry_hash);
      return { position: start + i + 1, entry_id: id, link: link.toString('hex') };
    });
    const signature = sign(null, buildSignedText(seal, entries, before, link), key);
    await tx.execute(text`
      insert into audit_chain_links (position, entry_id, seal_id, link)
      select position, entry_id, ${seal}, decode(link, 'hex')
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l(position bigint, entry_id bigint, link text)`);
    await tx.execute(text`
      insert into audit_seals (id, entries, head, signature, public_key, sealed_until_xid)
      values (${seal}, ${entries}, ${link}, ${signature}, ${Buffer.from(publicKey)}, ${until})`);
    return { seal, entries, head: link.toString('hex') };
  });
}

interface SealRow {
  id: number;
  entries: number;
  head: Uint8Array;
  signature: Uint8Array;
  public_key: Uint8Array;
}

interface LinkRow {
  position: number;
  entry_id: number;
  link: Uint8Array;
  /** null if the entry is missing. */
  entry_hash: string | null;
  /** The details are unchanged, or a sealed entry records their erasure. */
  has_valid_details: boolean;
}

/**
 * Every transaction ends within this time, so a genuine entry is sealed soon after the time that it contains. If its
 * seal is missing or much later, the entry was inserted afterwards and backdated.
 */
const BACKDATING_LIMIT = '15 minutes';

/** A range of seal or entry IDs, from `first` up to but not including `next`. */
export interface IdRange {
  first: number;
  next: number;
}

const EVERYTHING: IdRange = { first: 0, next: Number.MAX_SAFE_INTEGER };

/**
 * Verifies the whole log against its chain.
 * @param trusted public keys (hex) that may have signed seals
 * @param known heads from the api's own log or from a receiver; each must still exist unchanged
 * @returns a sentence about the first problem, naming the entry or seal; undefined if the log is intact
 */
export async function verifyAudit(
  sql: SqlClient,
  { trusted, known = [] }: { trusted: readonly string[]; known?: readonly SealedHead[] },
): Promise<string | undefined> {
  const problem = (await verifySeals(sql, trusted, EVERYTHING)) ?? (await verifyEntries(sql, EVERYTHING));
  if (problem || known.length === 0) return problem;
  const seals = await sql<{ id: number; head: Uint8Array }[]>`
    select id, head from audit_seals where id = any(${known.map(({ seal }) => seal)})`;
  const heads = new Map(seals.map(({ id, head }) => [id, Buffer.from(head).toString('hex')]));
  for (const { seal, head } of known) {
    const found = heads.get(seal);
    if (found === undefined) return `seal ${seal} is missing: the end of the log was cut off`;
    if (found !== head) return `seal ${seal} is not the one that was published`;
  }
  return undefined;
}

/**
 * Verifies a range of seals and their entries, starting from the seal before the range.
 * @returns a sentence about the first problem; undefined if the seals are intact
 */
export async function verifySeals(
  sql: SqlClient,
  trusted: readonly string[],
  { first, next }: IdRange,
): Promise<string | undefined> {
  const from = Math.max(first, 1);
  const seals = await sql<SealRow[]>`
    select id, entries, head, signature, public_key from audit_seals where id >= ${from} and id < ${next} order by id`;
  const [last] = await sql<{ head: Uint8Array; position: number | null }[]>`
    select head, (select max(position) from audit_chain_links where seal_id = s.id) as position
    from audit_seals s where id = ${from - 1}`;
  if (from > 1 && !last && seals.length > 0) return `seal ${from - 1} is missing`;
  let before: Buffer = last ? Buffer.from(last.head) : GENESIS;
  let position = last?.position ?? 0;
  for (const [index, seal] of seals.entries()) {
    if (seal.id !== from + index) return `seal ${from + index} is missing`;
    const links = await sql<LinkRow[]>`
      select l.position, l.entry_id, l.link,
        case when a.id is not null then ${sql.unsafe(ENTRY_HASH)} end as entry_hash,
        -- Erasures are looked up only for changed details.
        ${sql.unsafe(HAS_INTACT_DETAILS)} or exists (
          select 1 from audit_log e where e.action = 'users.erase' and e.actor_kind = 'system'
            and e.after -> 'entries' @> to_jsonb(l.entry_id)
            and exists (select 1 from audit_chain_links x where x.entry_id = e.id)) as has_valid_details
      from audit_chain_links l left join audit_log a on a.id = l.entry_id left join audit_details d on d.entry_id = a.id
      where l.seal_id = ${seal.id} order by l.position`;
    const problem = findProblem(seal, links, before, position, trusted);
    if (problem) return problem;
    before = Buffer.from(seal.head);
    position += links.length;
  }
  return undefined;
}

/**
 * Searches a range of entries for entries that were inserted afterwards, and for entries of missing seals.
 * @returns a sentence about the first problem; undefined if the entries are intact
 */
export async function verifyEntries(sql: SqlClient, { first, next }: IdRange): Promise<string | undefined> {
  const [stray] = await sql<{ entry_id: number }[]>`
    select entry_id from audit_chain_links
    where entry_id >= ${first} and entry_id < ${next} and seal_id not in (select id from audit_seals)
    order by position limit 1`;
  if (stray) return `entry ${stray.entry_id} is linked to a missing seal`;
  const [inserted] = await sql<{ id: number }[]>`
    select a.id from audit_log a
    left join audit_chain_links l on l.entry_id = a.id left join audit_seals s on s.id = l.seal_id
    where a.id >= ${first} and a.id < ${next} and (l.entry_id is null and (
        a.xid < (select sealed_until_xid::xid8 from audit_seals order by id desc limit 1)
        or a.id < (select max(entry_id) from audit_chain_links) and a.at < now() - ${BACKDATING_LIMIT}::interval)
      or s.id > 1 and a.at < (select at from audit_seals p where p.id = s.id - 1) - ${BACKDATING_LIMIT}::interval)
    order by a.id limit 1`;
  return inserted && `entry ${inserted.id} was inserted afterwards`;
}

/**
 * Checks that the log still contains the newest head that a receiver has accepted.
 * @returns a sentence about the problem; undefined if the end of the log is intact
 */
export async function verifyEnd(sql: SqlClient): Promise<string | undefined> {
  const [row] = await sql<{ known: number | null; last: number | null }[]>`
    select (select max(acknowledged_seal) from audit_head_receivers) as known,
      (select max(id) from audit_seals) as last`;
  const known = row?.known ?? 0;
  return known > (row?.last ?? 0) ? `seal ${known} is missing: the end of the log was cut off` : undefined;
}

/** Returns the first problem of a seal's entries, or else the first problem of the seal. */
function findProblem(
  seal: SealRow,
  links: readonly LinkRow[],
  before: Buffer,
  position: number,
  trusted: readonly string[],
): string | undefined {
  let link: Buffer = before;
  for (const [i, row] of links.entries()) {
    if (row.position !== position + i + 1) return `the entry at position ${position + i + 1} is missing from the chain`;
    if (row.entry_hash === null) return `entry ${row.entry_id} is missing`;
    const stored = Buffer.from(row.link);
    // An erasure removes only details, so it never explains an altered entry.
    if (!computeLink(link, row.entry_hash).equals(stored)) return `entry ${row.entry_id} was altered`;
    if (!row.has_valid_details) return `the details of entry ${row.entry_id} were altered`;
    link = stored;
  }
  const entries = `entries ${links[0]?.entry_id} to ${links.at(-1)?.entry_id}`;
  if (links.length !== seal.entries) return `seal ${seal.id} has ${links.length} entries and not ${seal.entries}`;
  if (!link.equals(Buffer.from(seal.head))) return `seal ${seal.id} was altered: ${entries}`;
  const publicKey = Buffer.from(seal.public_key);
  if (!trusted.includes(publicKey.toString('hex'))) return `seal ${seal.id} is signed with an unknown key: ${entries}`;
  const signed = buildSignedText(seal.id, seal.entries, before, Buffer.from(seal.head));
  const isSigned = verify(null, signed, toPublicKey(publicKey), Buffer.from(seal.signature));
  return isSigned ? undefined : `seal ${seal.id} is not signed: ${entries} may have been altered`;
}
