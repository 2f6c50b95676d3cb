import { randomBytes } from 'node:crypto';
import { createKernel } from '@inaam/core/kernel/kernel';
import { createSecretBox } from '@inaam/core/kernel/secret-box';
import { createRepeats } from '@inaam/core/postbacks/repeats';
import { type Database, openDatabase } from '@inaam/db/client';
import { createDatabase } from '@inaam/db/databases';
import { makeNetwork } from '../factories/completions.ts';
import { inDatabase, startTestServer } from '../server.ts';
import { runModel } from './run.ts';

export interface ModelReport {
  histories: number;
  postbacks: number;
  seed: number;
  seconds: number;
  /** Empty when all ended as the reference did. */
  problems: string[];
}

/**
 * The model test with a PostgreSQL of its own, outside the test runner, in batches so that the final reads stay small.
 */
export async function runModelAlone(histories: number, log: (line: string) => void): Promise<ModelReport> {
  const server = await startTestServer(undefined);
  const started = performance.now();
  const seed = Date.now() % 1_000_000_000;
  const report: ModelReport = { histories, postbacks: 0, seed, seconds: 0, problems: [] };
  const BATCH = 2000;
  const secrets = createSecretBox([randomBytes(32)]);
  try {
    for (let done = 0; done < histories; done += BATCH) {
      const name = `model_${randomBytes(6).toString('hex')}`;
      await createDatabase(server.url, name, server.template);
      const url = inDatabase(server.url, name);
      const pools = [0, 1].map(() => openDatabase(url, { max: 10, statementTimeout: 10_000 }));
      const [one, two] = pools;
      if (!one || !two) throw new Error('two pools were made');
      try {
        const processOver = (pool: Database) => {
          const kernel = createKernel(pool, { deadline: 12_000 });
          return { kernel, secrets, repeats: createRepeats(kernel) };
        };
        const processes = [processOver(one), processOver(two)] as const;
        const network = await makeNetwork({ database: one, services: processes[0] });
        const count = Math.min(BATCH, histories - done);
        const { problems, postbacks } = await runModel({
          processes,
          sql: one.sql,
          network,
          histories: count,
          seed: seed + done,
        });
        report.postbacks += postbacks;
        report.problems.push(...problems);
        await Promise.all(processes.map(({ repeats }) => repeats.close()));
        log(`${done + count} histories, ${report.postbacks} postbacks, ${report.problems.length} problems`);
      } finally {
        await Promise.all(pools.map((pool) => pool.close()));
      }
    }
  } finally {
    await server.stop();
  }
  report.seconds = Math.round((performance.now() - started) / 1000);
  return report;
}
