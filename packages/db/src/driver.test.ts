import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';

let base: string;
let embedded: Embedded;
beforeAll(async () => {
  base = createTemporaryFolder('driver');
  embedded = await startEmbedded({ dataDir: join(base, 'data'), durable: false });
});
afterAll(async () => {
  await embedded.stop();
  rmSync(base, { recursive: true, force: true });
});

// Without infra/patches/postgres@3.4.9.patch each line of this report is wrong.
it('survives terminated backends without uncaught errors, pending calls or mixed results', async () => {
  const program = join(import.meta.dirname, 'embedded', 'fixtures', 'driver.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, embedded.url], { timeout: 60_000 });
  expect(JSON.parse(stdout)).toEqual({
    uncaught: [],
    afterDeath: { inner: 'CONNECTION_CLOSED', outer: 'CONNECTION_CLOSED', next: [{ n: 2 }] },
    reused: { lost: 'CONNECTION_CLOSED', late: 'CONNECTION_CLOSED', rows: [] },
    halfResult: { cut: expect.stringMatching(/57P01|CONNECTION_CLOSED/), next: [{ n: 4 }] },
    failure: { failed: '22012', next: [{ n: 5 }] },
    crowd: { settled: expect.any(Number), never: 0 },
  });
}, 90_000);
