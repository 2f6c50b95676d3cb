import postgres from 'postgres';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Runs `work` on one connection that is closed afterwards. */
async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Creates a database on the server of `url`.
 * @param template the database to copy; nobody may be connected to it.
 */
export async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  await withConnection(url, async (sql) => {
    await (template === undefined
      ? sql`CREATE DATABASE ${sql(name)}`
      : // A copy of its files costs a third of one through the log, which a template of 12 MB wants to be spared.
        sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)} STRATEGY FILE_COPY`);
  });
}

/** Drops a database and ends the connections to it. That there is none is no error. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await withConnection(url, async (sql) => {
    try {
      await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`;
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      // An autovacuum worker was in it, which a role that is no superuser may not end by FORCE. Without FORCE the
      // server ends its workers itself and waits for them (CountOtherDBBackends in PostgreSQL's procarray.c).
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name} AND usename = current_user`;
      await sql`DROP DATABASE IF EXISTS ${sql(name)}`;
    }
  });
}

/**
 * Creates a role that may sign in and a database of the same name that it owns, where they are not there yet.
 * @param password null leaves the role without one.
 * @param mayCreateDatabases for tests: each file makes a database.
 */
export async function ensureOwnedDatabase(
  superuserUrl: string,
  name: string,
  password: string | null,
  mayCreateDatabases: boolean,
): Promise<void> {
  await withConnection(superuserUrl, async (sql) => {
    const [role] = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${name}`;
    if (!role) await sql`CREATE ROLE ${sql(name)} LOGIN`;
    // Neither statement takes parameters; the password is our own and its alphabet holds no quote.
    if (password !== null) await sql.unsafe(`ALTER ROLE "${name}" PASSWORD '${password.replaceAll("'", "''")}'`);
    if (mayCreateDatabases) await sql`ALTER ROLE ${sql(name)} CREATEDB`;
    const [database] = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (!database) await sql`CREATE DATABASE ${sql(name)} OWNER ${sql(name)}`;
  });
}
