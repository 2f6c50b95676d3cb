import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { migrate } from '@inaam/db/migrate';
import { seedDemo } from '@inaam/db/seed/demo';
import { type Known, orders, replay, type Start } from '@inaam/testing/order/replay';
import { readOptions } from '../../run/options.mjs';

const { numbers } = readOptions({
  call: 'npm run order --',
  does: `Replays a history of starts against orders of the offers: ${Object.keys(orders).join(', ')}, and chance. With
DATABASE_URL over that database, which is only read; else over the made-up crowd of the demo.`,
  options: {
    people: { says: 'how many the made-up crowd has; 1500 unless given', least: 50 },
    first: { says: 'places of an order that count; 3 unless given', least: 1 },
  },
});

/** The history, as whoever looks at it later finds it. */
async function historyOf(url: string): Promise<{ starts: Start[]; offers: Known[] }> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 120_000 });
  try {
    const starts = await sql<{ user_id: number; offer_id: number; category: string; at: Date; done: Date | null }[]>`
      select k.user_id::int, k.offer_id::int, o.category, k.at, c.completed_at as done
      from (select user_id, offer_id, min(created_at) as at from clicks group by user_id, offer_id) k
      join offers o on o.id = k.offer_id
      left join completions c on c.user_id = k.user_id and c.offer_id = k.offer_id
      order by k.at desc limit 200000`;
    const offers = await sql<{ id: number; made: Date; win: number }[]>`
      select o.id::int, o.created_at as made,
        (select sum((r ->> 'amount')::float8 * (r ->> 'tenths')::float8) / 1000
          from jsonb_array_elements(v.odds) r) as win
      from offers o join offer_odds v on v.offer_id = o.id and v.version = o.odds_version`;
    return {
      starts: starts.map(({ user_id, offer_id, category, at, done }) => ({
        userId: user_id,
        offerId: offer_id,
        category,
        at: new Date(at).getTime(),
        finishedAt: done === null ? undefined : new Date(done).getTime(),
      })),
      offers: offers.map(({ id, made, win }) => ({ offerId: id, madeAt: new Date(made).getTime(), averageWin: win })),
    };
  } finally {
    await close();
  }
}

async function crowd(people: number): Promise<{ starts: Start[]; offers: Known[] }> {
  const server = await startEmbedded({
    dataDir: mkdtempSync(join(tmpdir(), 'inaam-order-')),
    durable: false,
    log: () => {},
  });
  try {
    await migrate(server.url);
    await seedDemo(server.url, {
      sandbox: { origin: 'http://localhost:3002', secret: 'not needed here' },
      hashPassword: async () => 'nobody signs in',
      seal: (_id, _field, secret) => secret,
      people,
    });
    return await historyOf(server.url);
  } finally {
    await server.stop();
  }
}

const given = process.env['DATABASE_URL'];
const { starts, offers } = given ? await historyOf(given) : await crowd(numbers.people ?? 1500);
const rupees = (value: number) => `₹${value.toFixed(2)}`;
console.log(`${starts.length} starts of ${new Set(starts.map(({ userId }) => userId)).size} people`);
console.log('| order | starts | won per start | 95 % | finished |\n|---|---|---|---|---|');
for (const { order, starts: counted, perStart, interval, finished } of replay(starts, offers, {
  ...(numbers.first !== undefined && { first: numbers.first }),
})) {
  const [low, high] = interval.map(rupees);
  console.log(`| ${order} | ${counted} | ${rupees(perStart)} | ${low} to ${high} | ${Math.round(finished * 100)} % |`);
}
