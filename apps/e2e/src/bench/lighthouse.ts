/**
 * `pnpm --filter @inaam/e2e lighthouse`: runs Lighthouse's mobile preset on the built product, for /login and for the
 * offers of a signed-in user. Prints the scores and the audits that cost points. Exits with 1 when a score is below its
 * minimum. Not part of the tests, since other work of the machine changes the figures.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';
import { startProduct } from '../support/product.ts';

const FLOORS = { performance: 95, accessibility: 100, 'best-practices': 100 };
const RUNS = 5;
const DEMO = { email: 'demo@example.com', password: 'demo-user-1234' };

type Category = keyof typeof FLOORS;
interface Measure {
  scores: Record<Category, number>;
  times: string;
  complaints: string[];
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

/**
 * Fetched when this bench runs. As a dependency, Lighthouse would add a quarter more files to every installation of the
 * project.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** Runs Lighthouse's mobile preset in the browser that listens on `port`. */
async function runLighthouse(url: string, port: number, file: string): Promise<Report> {
  const options = ['--output=json', `--output-path=${file}`, '--quiet', '--disable-storage-reset'];
  const only = `--only-categories=${Object.keys(FLOORS).join(',')}`;
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, `--port=${port}`, only, ...options]);
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

/** One run in a new browser, so that nothing remains of earlier runs. */
async function measure(origin: string, path: string, signedIn: boolean): Promise<Measure> {
  const { executablePath, env } = await findBrowser();
  const profile = await mkdtemp(join(tmpdir(), 'inaam-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    // `env` would replace the whole environment, so it is passed only if it has entries.
    ...(Object.keys(env).length > 0 && { env }),
    args: ['--no-sandbox', '--remote-debugging-port=0'],
  });
  try {
    if (signedIn) {
      const answer = await context.request.post(`${origin}/api/login.php`, { data: DEMO });
      if (!answer.ok()) throw new Error(`The demo user could not sign in: ${answer.status()}`);
    }
    const port = Number((await readPort(profile)) ?? 0);
    const { categories, audits } = await runLighthouse(origin + path, port, join(profile, 'lighthouse.json'));
    const score = (name: Category) => Math.round(100 * (categories[name]?.score ?? 0));
    const complaints = Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${audits[id]?.title ?? id} ${audits[id]?.displayValue ?? ''}`.trim()),
    );
    const time = (id: string) => audits[id]?.displayValue ?? '?';
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
      },
      times: `LCP ${time('largest-contentful-paint')}, TBT ${time('total-blocking-time')}, CLS ${time('cumulative-layout-shift')}`,
      complaints,
    };
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function readPort(profile: string): Promise<string | undefined> {
  return (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')[0];
}

const given = process.argv[2];
const running = given ? undefined : await startProduct();
const origin = given ?? running?.product.appOrigin ?? '';
let below = 0;
try {
  for (const [path, signedIn] of [
    ['/login', false],
    ['/', true],
  ] as const) {
    const runs: Measure[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(origin, path, signedIn));
    // The median, since a single run can hit a busy moment.
    const median = runs.sort((a, b) => a.scores.performance - b.scores.performance)[Math.floor(RUNS / 2)];
    if (!median) continue;
    console.log(
      `${path}: ${Object.entries(median.scores)
        .map(([name, score]) => `${name} ${score}`)
        .join(', ')} (${median.times})`,
    );
    for (const complaint of median.complaints) console.log(`  ${complaint}`);
    for (const [name, floor] of Object.entries(FLOORS)) if (median.scores[name as Category] < floor) below += 1;
  }
} finally {
  await running?.stop();
}
process.exitCode = below > 0 ? 1 : 0;
