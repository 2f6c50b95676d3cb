import { createTestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { runGoalsModel } from '@inaam/testing/model/goals-run';
import { sampling, scaleTimeout } from '@inaam/testing/sampling';
import { expect, test } from 'vitest';

test(
  'matches the reference model for random histories of an offer, with goals and without',
  async () => {
    const core = await createTestCore();
    try {
      const network = await makeNetwork(core);
      await core.database.sql`
      update networks set params = params || '{"goal_id": "goal"}'::jsonb where slug = ${network.slug}`;
      const { seed, isLong } = sampling();
      const histories = isLong ? 2500 : 250;
      const { problems, postbacks } = await runGoalsModel(core, { network, histories, seed });
      expect(problems.slice(0, 5)).toEqual([]);
      expect(postbacks).toBeGreaterThan(2 * histories);
      const figures = () => core.database.sql`
      select user_id, completions, revenue_paise from user_stats_now() order by user_id`;
      const before = await figures();
      await core.database.sql`select recount()`;
      expect(await figures()).toEqual(before);
    } finally {
      await core.close();
    }
  },
  scaleTimeout(120_000),
);
