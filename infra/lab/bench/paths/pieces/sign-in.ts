import { fileURLToPath } from 'node:url';
import { startApi } from '../api-process.ts';
import { CONNECTIONS, loadHttp, requestFile, run } from '../load.ts';
import type { Sample } from '../meter.ts';
import { PASSWORD } from '../product/fill.ts';
import type { Way } from '../rows.ts';
import type { Setting } from '../setting.ts';
import { offersRequests } from './offers.ts';

const argon2 = fileURLToPath(new URL('raw-argon2.ts', import.meta.url));

/**
 * People who come back, each with a phone and a browser of their own. Without the browser's cookie each call would be
 * one from a new browser, of which the owner is told; one fingerprint for all would be a ring of accounts.
 */
const signIns = ({ facts: { emails } }: Setting) =>
  requestFile(
    emails.map((email, n) => ({
      method: 'POST' as const,
      path: '/api/login.php',
      cookie: `inaam_browser=${String(n).padStart(43, 'b')}`,
      body: { email, password: PASSWORD, deviceFingerprint: `bench-${n}` },
    })),
  );

export const signInWays = (setting: Setting): Way[] => [
  {
    name: 'argon2 alone, on all cores',
    isBase: true,
    async run(): Promise<Sample> {
      const told = JSON.parse(await run(process.execPath, [argon2, String(setting.extent.seconds)])) as Sample;
      return { ...told, databaseCpu: null, wal: 0, pages: 0, waits: [], foreign: null };
    },
  },
  {
    name: 'sign-in over .php',
    async run() {
      const requests = signIns(setting);
      return setting.requests(requests).finally(requests.remove);
    },
  },
];

/** ms of the slowest of a hundred lists of offers: by themselves, and while sign-ins take all they can get. */
export async function offersWhileSigningIn(setting: Setting): Promise<{ idle: number; busy: number }> {
  const url = await setting.server.fresh('bench_product');
  const api = await startApi(url);
  const [lists, people] = [offersRequests(setting, '/api/offers.php'), signIns(setting)];
  const { seconds, warmUp } = setting.extent;
  // Few at a time: what people wait for, not what the server can do at most.
  const read = (long: number) =>
    loadHttp({ origin: api.origin, requests: lists, passed: 0, seconds: long, connections: 2, once: false });
  try {
    await read(warmUp);
    const idle = await read(seconds);
    const signing = loadHttp({
      origin: api.origin,
      requests: people,
      passed: 0,
      once: false,
      seconds: seconds + 2,
      connections: CONNECTIONS,
    });
    const busy = await read(seconds);
    await signing;
    return { idle: idle.p99 ?? 0, busy: busy.p99 ?? 0 };
  } finally {
    await api.stop();
    lists.remove();
    people.remove();
  }
}
