import { fileURLToPath } from 'node:url';
import { freePort } from '@inaam/db/embedded/server';
import { type Serving, startServing } from '../api-process.ts';

const program = fileURLToPath(new URL('naive-server.ts', import.meta.url));

/** Starts the naive server over a database with the lean tables. */
export async function startNaive(databaseUrl: string): Promise<Serving> {
  const port = await freePort();
  const env = { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl };
  return startServing([program], port, '/health', env);
}
