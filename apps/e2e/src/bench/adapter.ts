/**
 * `pnpm --filter @inaam/e2e adapter`: compares the cost of a documented endpoint with that of the tRPC call behind it.
 * Requests the demo user's offers from the built product by `GET /api/offers.php` and by tRPC in turn, on one
 * persistent connection each. Prints the medians and their ratio. Exits with 1 when the endpoint is more than 15 %
 * slower, or when the answers differ.
 */
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { startProduct } from '../support/product.ts';
import { RestClient } from '../support/rest.ts';

const MAX_RATIO = 1.15;
const WARM_UP = 300;
const DEMO = { email: 'demo@example.com', password: 'demo-user-1234' };

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '3000' } } });
const pairs = Number(values.pairs);
if (!Number.isInteger(pairs) || pairs < 100) {
  process.stderr.write('--pairs must be a whole number of at least 100\n');
  process.exit(1);
}

/** A call on its own connection. @returns ms from the first byte sent to the last one received, and the text */
function caller(url: string, cookie: string): () => Promise<{ ms: number; text: string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return () =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const call = request(url, { agent, headers: { cookie } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - began;
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve({ ms, text });
          else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`));
        });
      });
      call.on('error', reject);
      call.end();
    });
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const { product, stop } = await startProduct({ RATE_LIMITS: 'off' });
try {
  const demo = new RestClient(product.appOrigin);
  const { status } = await demo.post('/api/login.php', DEMO);
  if (status !== 200) throw new Error(`The demo user could not sign in: ${status}`);
  const cookie = [...demo.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const rest = caller(`${product.appOrigin}/api/offers.php`, cookie);
  const rpc = caller(`${product.appOrigin}/trpc/user.offers.list`, cookie);

  const { success, ...answered } = JSON.parse((await rest()).text) as Record<string, unknown>;
  const { result } = JSON.parse((await rpc()).text) as { result: { data: unknown } };
  const isSame = success === true && JSON.stringify(answered) === JSON.stringify(result.data);

  const times: Record<'rest' | 'rpc', number[]> = { rest: [], rpc: [] };
  for (let pair = -WARM_UP; pair < pairs; pair++) {
    // Each transport goes first equally often.
    const turns = pair % 2 === 0 ? (['rest', 'rpc'] as const) : (['rpc', 'rest'] as const);
    for (const turn of turns) {
      const { ms } = await (turn === 'rest' ? rest : rpc)();
      if (pair >= 0) times[turn].push(ms);
    }
  }
  const [byRest, byRpc] = [median(times.rest), median(times.rpc)];
  const ratio = byRest / byRpc;
  process.stdout.write(
    `GET /api/offers.php ${byRest.toFixed(3)} ms, by tRPC ${byRpc.toFixed(3)} ms (medians of ${pairs} each): ` +
      `ratio ${ratio.toFixed(3)}, at most ${MAX_RATIO}\n`,
  );
  if (!isSame) process.stdout.write('The two answers differ.\n');
  process.exitCode = ratio > MAX_RATIO || !isSame ? 1 : 0;
} finally {
  await stop();
}
