import { getSessionLimits, type SqlClient } from '../client.ts';
import { OperatorError } from '../wait-for-database.ts';

/** Append-only tables: the runtime role may only insert and read. */
export const APPEND_ONLY = ['audit_log', 'audit_chain_links', 'audit_seals', 'published_draws'];

/**
 * Grants the api's role access to all tables, sequences and functions, but not the right to change the schema. The
 * owner runs it after migrations. Each run also covers what was created since the run before.
 */
export async function grantRuntime(sql: SqlClient, role: string): Promise<void> {
  await sql.begin(async (tx) => {
    const to = tx(role);
    await tx`grant usage on schema public, drizzle to ${to}`;
    await tx`revoke create on schema public from ${to}`;
    await tx`grant select on all tables in schema drizzle to ${to}`;
    await tx`grant select, insert, update, delete on all tables in schema public to ${to}`;
    await tx`grant usage, select on all sequences in schema public to ${to}`;
    await tx`revoke execute on function maintain_partitions(int) from public`;
    await tx`revoke execute on function flush_postback_search_index() from public`;
    await tx`grant execute on all functions in schema public to ${to}`;
    for (const table of APPEND_ONLY) await tx`revoke update, delete, truncate on ${tx(table)} from ${to}`;
  });
}

/**
 * Sets statement limits on a role, for connections through a pooler in transaction mode. Such connections cannot set
 * limits themselves, because clients share them. A role may set its own limits. To set the limits of another role, the
 * caller must be an administrator of that role, unless the limits are set already.
 * @param statementTimeout ms
 * @throws an OperatorError with the statements for an administrator to run
 */
export async function setRoleLimits(sql: SqlClient, role: string, statementTimeout: number): Promise<void> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  const current = await readRoleSettings(sql, role);
  const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const statements = Object.entries(getSessionLimits(statementTimeout))
    .filter(([setting, ms]) => current.get(setting) !== String(ms))
    .map(
      ([setting, ms]) =>
        `alter role ${quoteIdentifier(role)} in database ${quoteIdentifier(row?.name ?? '')} set ${setting} = ${ms}`,
    );
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const line = `an administrator of the role ${role} has to run: ${statements.join('; ')}`;
    throw new OperatorError(line, { cause: error });
  }
}

/**
 * A role's settings as text, by name. A setting for this database takes precedence over a setting for all databases.
 */
async function readRoleSettings(sql: SqlClient, role: string): Promise<Map<string, string>> {
  const rows = await sql<{ pairs: string[] }[]>`
    select s.setconfig as pairs from pg_db_role_setting s
      join pg_roles r on r.oid = s.setrole
      left join pg_database d on d.oid = s.setdatabase
    where r.rolname = ${role} and (s.setdatabase = 0 or d.datname = current_database())
    order by s.setdatabase`;
  const pairs = rows.flatMap((each) => each.pairs.map((pair) => pair.split('=', 2) as [string, string]));
  return new Map(pairs);
}

/** The limits of {@link setRoleLimits} that the role's connections lack; empty if none. */
export async function listMissingLimits(sql: SqlClient, statementTimeout: number): Promise<string[]> {
  const rows = await sql<{ name: string; setting: string }[]>`select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`;
  const actual = new Map(rows.map(({ name, setting }) => [name, Number(setting)]));
  return Object.entries(getSessionLimits(statementTimeout))
    .filter(([name, ms]) => actual.get(name) !== ms)
    .map(([name]) => name);
}
