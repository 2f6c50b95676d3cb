import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';

/** An error with a one-line message for operators: {@link getFailureReason} reports it without its cause. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** SQLSTATE classes that waiting cannot fix: wrong role, password or database name, or a missing right. */
const FINAL = ['28', '3D', '42'];

const PAUSE_MS = 500;

/**
 * Waits until a server accepts connections, because machines start in any order.
 * @param patience ms
 * @param onWait called once with the problem when the first try fails
 * @param variable the setting that named the server
 * @throws an OperatorError with that setting and the innermost cause
 */
export async function waitForDatabase(
  url: string,
  patience: number,
  onWait: (why: string) => void,
  variable = 'DATABASE_URL',
): Promise<void> {
  const end = performance.now() + patience;
  for (let tries = 1; ; tries++) {
    const sql = postgres(url, { max: 1, fetch_types: false, prepare: false, connect_timeout: 5, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      const reason = getFailureReason(error);
      const isFinal = error instanceof postgres.PostgresError && FINAL.some((each) => error.code.startsWith(each));
      if (isFinal) throw new OperatorError(`${variable}: ${reason}`, { cause: error });
      if (performance.now() + PAUSE_MS > end) {
        const waited = `no database within ${Math.round(patience / 1000)} s`;
        throw new OperatorError(`${variable}: ${waited}: ${reason}`, { cause: error });
      }
      if (tries === 1) onWait(reason);
    } finally {
      await sql.end({ timeout: 0 }).catch(() => {});
    }
    await sleep(PAUSE_MS);
  }
}

/**
 * Returns one line for an error: an {@link OperatorError}'s message, else the message of the innermost cause. If Node
 * failed to connect to several IP addresses, the first failure counts.
 */
export function getFailureReason(error: unknown): string {
  if (error instanceof OperatorError) return error.message.split('\n')[0] ?? '';
  if (error instanceof AggregateError && error.errors.length > 0) return getFailureReason(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return getFailureReason(error.cause);
  const text = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : error;
  return String(text).split('\n')[0] ?? '';
}
