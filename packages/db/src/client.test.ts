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
  const back = performance.now();
  try {
    for (;;) {
      const answer = await sql<{ n: number }[]>`select 1 as n`.catch(() => undefined);
      if (answer) break;
    }
    expect(performance.now() - back).toBeLessThan(2_500);
  } finally {
    await close();
    gate.close();
    await drop();
  }
});
