import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@inaam/testing/database';
import { expect, test } from 'vitest';
import { openDatabase } from './client.ts';
import { freePort } from './embedded/server.ts';

test('a server that is back after an outage is found within seconds, however long it was away', async () => {
  const { url, drop } = await createTestDatabase();
  const real = new URL(url);
  const port = await freePort();
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  const { sql, close } = openDatabase(through.href, { max: 4, statementTimeout: 5_000 });
  // Callers who keep asking while it is away: many failures in a row.
  let failures = 0;
  const end = performance.now() + 4_000;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() < end) await Promise.race([sql`select 1`.catch(() => failures++), sleep(300)]);
    }),
  );
  expect(failures).toBeGreaterThan(5);

  const gate = createServer((socket) => {
    const inner = connect(Number(real.port), real.hostname);
    socket.pipe(inner).pipe(socket);
    for (const each of [socket, inner]) each.on('error', () => each.destroy());
  });
  await new Promise<void>((resolve) => gate.listen(port, '127.0.0.1', resolve));
  try {
    await expect
      .poll(() => sql<{ n: number }[]>`select 1 as n`.catch(() => undefined), { timeout: 15_000 })
      .toEqual([{ n: 1 }]);
    // The driver's own pause would have grown to 20 s; ours is a second at most after any number of failures.
    const { backoff } = sql.options as unknown as { backoff: (failures: number) => number };
    for (let failure = 0; failure < 100; failure++) expect(backoff(failure)).toBeLessThanOrEqual(1);
  } finally {
    await close();
    gate.close();
    await drop();
  }
});
