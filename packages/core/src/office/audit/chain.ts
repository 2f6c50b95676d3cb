import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { SqlClient } from '@inaam/db/client';
import { sql as text } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { createSecretBox } from '../../kernel/secret-box.ts';
import type { SealedHead } from './heads.ts';

/**
 * The audit log is a hash chain: each entry's link is the SHA-256 of the previous link and the entry. Each minute the
 * last link is signed (Ed25519, RFC 8032) with a key outside the database. So not even the database owner can change,
 * remove or insert an entry unnoticed. Personal details are outside the chain and can be erased; the entry holds a
 * salted hash of them. See infra/docs/decisions/0024-the-audit-log-is-chained.md.
 */

const GENESIS: Buffer = Buffer.alloc(32);
const PURPOSE = 'audit seals';
/** DER prefix of an Ed25519 key of 32 bytes: RFC 8410. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The hash of an entry in SQL. Not a database function, which an attacker who alters entries could alter too. */
const ENTRY_HASH = `encode(sha256(convert_to(jsonb_build_array(a.id, extract(epoch from a.at), a.actor_kind, a.actor_id,
  a.action, a.subject, a.before, a.after, a.note, encode(a.details_hash, 'hex'))::text, 'UTF8')), 'hex')`;
/** Whether an entry's details are unchanged since it was written. */
const HAS_INTACT_DETAILS = `coalesce(a.details_hash = sha256(d.salt || convert_to(jsonb_build_array(
  d.actor_name, d.ip, d.subject, d.note, d.before, d.after)::text, 'UTF8')), false)`;

/** Returns the public keys (hex) of all keys, which seals may be signed with. */
export const getAuditPublicKeys = (keys: readonly Uint8Array[]): string[] =>
  keys.map((key) => getAuditPublicKey({ secrets: createSecretBox([key]) }));

const computeLink = (before: Buffer, entry_hash: string): Buffer =>
  createHash('sha256').update(before).update(Buffer.from(entry_hash, 'hex')).digest();

const signedText = (seal: number, entries: number, before: Buffer, head: Buffer): Buffer =>
  Buffer.from(`inaam audit seal ${seal} ${entries} ${before.toString('hex')} ${head.toString('hex')}`, 'utf8');

function getSigningKey({ secrets }: { secrets: SecretBox }) {
  const seed = Buffer.from(secrets.keyFor(PURPOSE));
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { key, publicKey: spki.subarray(PUBLIC_PREFIX.length) };
}

/** Returns the current public key (hex). Kept elsewhere, it verifies seals after SECRETS_KEY changes. */
export const getAuditPublicKey = (services: { secrets: SecretBox }): string =>
  Buffer.from(getSigningKey(services).publicKey).toString('hex');

interface NewEntry extends Record<string, unknown> {
  id: number;
  entry_hash: string;
  xid: string;
}

const BATCH = 2000;

/**
 * Chains and signs entries of ended transactions. Safe in several processes.
 * @returns new heads, oldest first; empty if there are no new entries
 */
export async function sealAudit(services: { kernel: Kernel; secrets: SecretBox }): Promise<SealedHead[]> {
  const heads: SealedHead[] = [];
  for (;;) {
    const head = await sealBatch(services.kernel, getSigningKey(services));
    if (!head) return heads;
    heads.push(head);
    if (head.entries < BATCH) return heads;
  }
}

function sealBatch(
  kernel: Kernel,
  { key, publicKey }: ReturnType<typeof getSigningKey>,
): Promise<SealedHead | undefined> {
  return kernel.write(async (tx) => {
    // One at a time; a waiting process finds the entries sealed.
    await acquireLock(tx, 'audit seals');
    const [last] = await tx.execute<{ id: string; head: Buffer; sealed_until_xid: string; position: string }>(text`
      select s.id, s.head, s.sealed_until_xid, (select max(position) from audit_chain_links) as position
      from audit_seals s order by s.id desc limit 1`);
    const rows = await tx.execute<NewEntry>(text`
      select a.id, a.xid::text as xid, ${text.raw(ENTRY_HASH)} as entry_hash from audit_log a
      where a.xid >= ${last?.sealed_until_xid ?? '0'}::xid8 and a.xid < pg_snapshot_xmin(pg_current_snapshot())
        and not exists (select 1 from audit_chain_links l where l.entry_id = a.id)
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
    const signature = sign(null, signedText(seal, entries, before, link), key);
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
  at: string;
}

interface LinkRow {
  position: number;
  entry_id: number;
  link: Uint8Array;
  /** Null if the entry is missing. */
  entry_hash: string | null;
  has_intact_details: boolean;
  /** A sealed erasure lists this entry. */
  is_erased: boolean;
}

/** Transactions end within this time, so an entry older than its seal by more was inserted later. */
const BACKDATING_LIMIT = '15 minutes';

/**
 * Verifies the whole log against its chain.
 * @param trusted public keys (hex) that may have signed seals
 * @param known heads from the log or a receiver; each must still exist unchanged
 * @returns the first problem in words, naming the entry; undefined if there is none
 */
export async function verifyAudit(
  sql: SqlClient,
  { trusted, known = [] }: { trusted: readonly string[]; known?: readonly SealedHead[] },
): Promise<string | undefined> {
  const seals = await sql<SealRow[]>`
    select id, entries, head, signature, public_key, at::text as at from audit_seals order by id`;
  let before: Buffer = GENESIS;
  let position = 0;
  for (const [index, seal] of seals.entries()) {
    if (seal.id !== index + 1) return `seal ${index + 1} is missing`;
    const links = await sql<LinkRow[]>`
      select l.position, l.entry_id, l.link,
        case when a.id is not null then ${sql.unsafe(ENTRY_HASH)} end as entry_hash,
        ${sql.unsafe(HAS_INTACT_DETAILS)} as has_intact_details, exists (
          select 1 from audit_log e where e.action = 'users.erase' and e.actor_kind = 'system'
            and e.after -> 'entries' @> to_jsonb(l.entry_id)
            and exists (select 1 from audit_chain_links x where x.entry_id = e.id)) as is_erased
      from audit_chain_links l left join audit_log a on a.id = l.entry_id left join audit_details d on d.entry_id = a.id
      where l.seal_id = ${seal.id} order by l.position`;
    const problem = findProblem(seal, links, before, position, trusted);
    if (problem) return problem;
    before = Buffer.from(seal.head);
    position += links.length;
  }
  const [stray] = await sql<{ entry_id: number }[]>`
    select entry_id from audit_chain_links where seal_id not in (select id from audit_seals) order by position limit 1`;
  if (stray) return `entry ${stray.entry_id} is linked to a missing seal`;
  const [inserted] = await sql<{ id: number }[]>`
    select a.id from audit_log a
    left join audit_chain_links l on l.entry_id = a.id left join audit_seals s on s.id = l.seal_id
    where l.entry_id is null and (
        a.xid < (select sealed_until_xid::xid8 from audit_seals order by id desc limit 1)
        or a.id < (select max(entry_id) from audit_chain_links) and a.at < now() - ${BACKDATING_LIMIT}::interval)
      or s.id > 1 and a.at < (select at from audit_seals p where p.id = s.id - 1) - ${BACKDATING_LIMIT}::interval
    order by a.id limit 1`;
  if (inserted) return `entry ${inserted.id} was inserted afterwards`;
  for (const { seal, head } of known) {
    const found = seals[seal - 1];
    if (!found) return `seal ${seal} is missing: the end of the log was cut off`;
    if (Buffer.from(found.head).toString('hex') !== head) return `seal ${seal} is not the one that was published`;
  }
  return undefined;
}

/** Returns the first problem of a seal's entries, then of the seal itself. */
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
    // Only details can be erased, so an erasure never excuses an altered entry.
    if (!computeLink(link, row.entry_hash).equals(stored)) return `entry ${row.entry_id} was altered`;
    if (!row.has_intact_details && !row.is_erased) return `the details of entry ${row.entry_id} were altered`;
    link = stored;
  }
  const entries = `entries ${links[0]?.entry_id} to ${links.at(-1)?.entry_id}`;
  if (links.length !== seal.entries) return `seal ${seal.id} has ${links.length} entries and not ${seal.entries}`;
  if (!link.equals(Buffer.from(seal.head))) return `seal ${seal.id} was altered: ${entries}`;
  const publicKey = Buffer.from(seal.public_key);
  if (!trusted.includes(publicKey.toString('hex'))) return `seal ${seal.id} is signed with an unknown key: ${entries}`;
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' });
  const signed = signedText(seal.id, seal.entries, before, Buffer.from(seal.head));
  const isSigned = verify(null, signed, key, Buffer.from(seal.signature));
  return isSigned ? undefined : `seal ${seal.id} is not signed: ${entries} may have been altered`;
}
