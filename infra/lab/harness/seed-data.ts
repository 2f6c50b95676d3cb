import { randomBytes, randomUUID } from 'node:crypto';
import { createKernel } from '@inaam/core/kernel/kernel';
import { createSecretBox } from '@inaam/core/kernel/seals';
import { importVouchers } from '@inaam/core/ledger/vouchers/commands';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { createServices } from '@inaam/testing/services';
import { withDatabase } from './database.ts';

/** A signed-in user. The cookie's name begins with `__Host-`, as it does for https origins. */
export interface Person {
  cookie: string;
  /** The IP address that the proxy in front reports. */
  address: string;
}

/** Data for a load test of the api. */
export interface SeededData {
  /** SECRETS_KEY of the processes: 32 bytes in hex. */
  secretsKey: string;
  network: { slug: string; secret: string };
  people: Person[];
  offers: number[];
}

const PEOPLE = 60;

export interface SeedOptions {
  offers?: number;
  /** Number of voucher codes. With fewer codes than wins, some wins get no code. */
  codes?: number;
}

/** Fills a migrated, empty database with signed-in people, offers of one network, and codes. */
export function seedData(databaseUrl: string, { offers = 120, codes = 400 }: SeedOptions = {}): Promise<SeededData> {
  const key = randomBytes(32);
  return withDatabase(databaseUrl, 4, async (database) => {
    const kernel = createKernel(database, { deadline: 60_000 });
    const services = await createServices(kernel, { secrets: createSecretBox([key]) });
    const network = await makeNetwork({ database, services }, 'drill');
    const offerIds: number[] = [];
    for (let i = 0; i < offers; i++) {
      const { offer_id } = await makeOffer(
        { services },
        {
          title: `Drill ${i}`,
          offer_url: 'https://partner.example/?c={click_id}',
          external_offer_id: `drill-${i}`,
          spinner_config: [
            { amount: 7, permille: 600 },
            { amount: 8, permille: 200 },
          ],
        },
      );
      offerIds.push(offer_id);
    }
    await addStock({ kernel, services }, { amount: 7, count: Math.ceil(codes * 0.75) });
    await addStock({ kernel, services }, { amount: 8, count: Math.ceil(codes * 0.25) });
    const rows = await database.sql<{ id: number }[]>`
      insert into users (email, first_name, last_name, password_hash, email_verified_at)
      select n || '@drill.invalid', 'Drill', 'Person', 'not a hash', now() from generate_series(1, ${PEOPLE}) n
      returning id`;
    await database.sql`insert into user_stats (user_id) select id from users on conflict do nothing`;
    await database.sql`
      insert into user_sessions (id, user_id, expires_at)
      select encode(sha256(('session' || id)::bytea), 'hex'), id, now() + interval '20 days' from users
      where last_name = 'Person' and first_name = 'Drill'`;
    await services.repeatCounter.close();
    await services.securityEventLog.close();
    return {
      secretsKey: key.toString('hex'),
      network,
      offers: offerIds,
      people: rows.map(({ id }, i) => ({
        cookie: `__Host-inaam_user=session${id}`,
        address: `198.51.100.${(i % 250) + 1}`,
      })),
    };
  });
}

/** Adds codes of the smaller amount while the load runs. @param secretsKey of the processes, in hex */
export const addCodes = (databaseUrl: string, secretsKey: string, count: number): Promise<unknown> =>
  withDatabase(databaseUrl, 1, (database) => {
    const kernel = createKernel(database, { deadline: 10_000 });
    const secrets = createSecretBox([Buffer.from(secretsKey, 'hex')]);
    return importVouchers(
      { kernel, secrets, actor: anyAdmin },
      {
        kind: 'bulk',
        codes: Array.from({ length: count }, () => `L-${randomUUID()}`),
        voucher_type: 'amazon',
        voucher_brand: 'Amazon',
        voucher_amount: 700,
        expiry_date: '2099-12-31',
      },
    );
  });
