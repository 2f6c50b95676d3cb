import { openDatabase } from '@inaam/db/client';
import { createTestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { runModel } from '@inaam/testing/model/run';
import { sampling, scaleTimeout } from '@inaam/testing/sampling';
import { expect, test } from 'vitest';
import { createKernel } from '../../kernel/kernel.ts';
import { createRepeatCounter, type RepeatCounter } from './repeats.ts';

// TEST_LONG=1 runs ten times as many histories; TEST_SEED=N runs other ones.
test(
  'matches the reference model for random histories, and a recount finds the same figures',
  async () => {
    const core = await createTestCore();
    const other = openDatabase(core.url, { max: 10, statementTimeout: 10_000 });
    let repeatCounter: RepeatCounter | undefined;
    try {
      const { sql } = core.database;
      const { secrets } = core.services;
      const kernel = createKernel(other, { deadline: 12_000 });
      repeatCounter = createRepeatCounter(kernel);
      const processes = [core.services, { kernel, secrets, repeatCounter }] as const;
      const network = await makeNetwork(core);
      const { seed, isLong } = sampling();
      const histories = isLong ? 4000 : 400;
      const { problems, postbacks } = await runModel({ processes, sql, network, histories, seed });
      expect(problems.slice(0, 5)).toEqual([]);
      expect(postbacks).toBeGreaterThan(2 * histories);
      const counters = () => sql`
      select offer_id, sum(completions) as c, sum(spins) as s, sum(revenue_paise) as r from offer_days_now()
      group by 1 having sum(completions) + sum(spins) > 0 order by 1`;
      const before = await counters();
      const stats = await sql`select * from user_stats_now() order by user_id`;
      await sql`select recount()`;
      expect(await counters()).toEqual(before);
      expect(await sql`select * from user_stats_now() order by user_id`).toEqual(stats);
    } finally {
      await repeatCounter?.close();
      await other.close();
      await core.close();
    }
  },
  scaleTimeout(120_000),
);
