import postgres from 'postgres';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Runs `work` on one connection and closes it. */
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
 * @param template the database to copy; it must have no connections
 */
export async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  await withConnection(url, async (sql) => {
    await (template === undefined
      ? sql`CREATE DATABASE ${sql(name)}`
      : // Copying files takes a third of the time of copying through the log (12 MB template).
        sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)} STRATEGY FILE_COPY`);
  });
}

/** Drops a database and ends its connections. Does nothing if it does not exist. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await withConnection(url, async (sql) => {
    try {
      await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`;
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      // An autovacuum worker was connected, which only a superuser may end by FORCE. Without FORCE the server ends its
      // workers itself and waits for them (CountOtherDBBackends in PostgreSQL's procarray.c).
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name} AND usename = current_user`;
      await sql`DROP DATABASE IF EXISTS ${sql(name)}`;
    }
  });
}

/**
 * Creates a login role and a database of the same name that it owns, if they do not exist.
 * @param password null: sets no password
 * @param mayCreateDatabases for tests, which create a database per file
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
    // ALTER ROLE takes no parameters, so the password becomes part of the statement.
    if (password !== null) await sql.unsafe(`ALTER ROLE "${name}" PASSWORD '${password.replaceAll("'", "''")}'`);
    if (mayCreateDatabases) await sql`ALTER ROLE ${sql(name)} CREATEDB`;
    const [database] = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (!database) await sql`CREATE DATABASE ${sql(name)} OWNER ${sql(name)}`;
  });
}
