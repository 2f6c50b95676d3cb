import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@inaam/db/migrate';
import { furnish } from '../furnish.ts';
import { type ApiProcess, startApi } from './harness/api-process.ts';
import { judged } from './harness/audited.ts';
import { type Front, startCaddy } from './harness/fronts.ts';
import { startLoad, workOf } from './harness/load.ts';
import { needPrograms } from './harness/programs.ts';
import { type Row, TABLE_HEAD, tell } from './harness/report.ts';
import { startStage } from './harness/stage.ts';
import { NONE_FAILED } from './roll.ts';

const PROCESSES = 4;
/** ms of load. */
const LOAD_MS = 40_000;
/** ms that jobs may take to tell the last of it. */
const TOLD_MS = 90_000;
/** Calls a minute that a person has, and what each process may give by itself: core/identity/rate-limits.ts. */
const BUDGET = 240;
const LEASE = 20;

/**
 * Four processes on one database behind a proxy, with the jobs of all four: every call is answered, a person's budget
 * is one, each event and each head of the audit log goes out once, and the ledger is whole.
 */
export async function drillProcesses(): Promise<Row[]> {
  needPrograms('/usr/bin/caddy');
  const stage = await startStage();
  const receiver = await startReceiver();
  const apis: ApiProcess[] = [];
  let front: Front | undefined;
  try {
    await migrate(stage.url());
    const furniture = await furnish(stage.url(), { receiver: receiver.origin });
    const env = {
      // Events may go to this machine in the demo alone.
      MODE: 'demo',
      SANDBOX_SECRET: 'a secret of the drill’s sandbox',
      SANDBOX_PORT: String(receiver.port),
      AUDIT_WEBHOOK_URL: `${receiver.origin}/heads`,
      AUDIT_WEBHOOK_SECRET: `whsec_${Buffer.from(furniture.secretsKey, 'hex').toString('base64')}`,
    };
    const start = async () => startApi({ ...furniture, databaseUrl: stage.url(), env });
    apis.push(...(await Promise.all(Array.from({ length: PROCESSES }, start))));
    await Promise.all(apis.map((api) => api.ready()));
    front = await startCaddy({ apis: apis.map(({ ports }) => ports) });
    const { origin } = front;
    // The last of the people is kept for their budget.
    const work = workOf({ ...furniture, people: furniture.people.slice(0, -1) });
    const load = startLoad(() => origin, furniture, work, { rate: 100 });
    await sleep(LOAD_MS);
    const books = { appOrigin: origin, databaseUrl: stage.url(), furniture };
    const row = await judged(`${PROCESSES} processes behind a proxy`, load, books, { ...NONE_FAILED, calls: 1_000 });
    row.problems.push(...(await toldOnce(load.acknowledged, receiver)));
    row.problems.push(...(await oneBudget(origin, furniture.people.at(-1)?.cookie ?? '')));
    process.stdout.write(`${TABLE_HEAD}\n`);
    tell(row);
    return [row];
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await front?.stop();
    receiver.close();
    await stage.stop();
  }
}

interface Receiver {
  origin: string;
  port: number;
  /** The ids of what came, in order. */
  events: string[];
  heads: string[];
  close(): void;
}

/** Takes events by their ids, and heads of the audit log. */
async function startReceiver(): Promise<Receiver> {
  const events: string[] = [];
  const heads: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    await text(request);
    (request.url === '/heads' ? heads : events).push(String(request.headers['webhook-id']));
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://localhost:${port}`, port, events, heads, close };
}

/** Each acknowledged completion and its spin is told once, and no head twice. @returns what is not, a line each */
async function toldOnce(
  { completions }: { completions: { completionId: number }[] },
  { events, heads }: Receiver,
): Promise<string[]> {
  const wanted = completions.flatMap(({ completionId: id }) => [`completion-confirmed-${id}`, `spin-settled-${id}`]);
  const end = performance.now() + TOLD_MS;
  const missing = () => {
    const come = new Set(events);
    return wanted.filter((id) => !come.has(id));
  };
  while (missing().length > 0 && performance.now() < end) await sleep(200);
  const twice = (what: string, all: string[]) =>
    all.length === new Set(all).size ? [] : [`${all.length - new Set(all).size} ${what} came twice`];
  process.stdout.write(`${events.length} events and ${heads.length} heads came\n`);
  return [
    ...missing()
      .slice(0, 5)
      .map((id) => `${id} was never told`),
    ...twice('events', events),
    ...twice('heads', heads),
  ];
}

async function oneBudget(origin: string, cookie: string): Promise<string[]> {
  const statuses: number[] = [];
  for (let i = 0; i < 20; i++) {
    const calls = Array.from({ length: 30 }, () => fetch(`${origin}/api/user-stats.php`, { headers: { cookie } }));
    for (const answer of await Promise.all(calls)) {
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  }
  const given = statuses.filter((status) => status === 200).length;
  process.stdout.write(`${given} of ${statuses.length} calls of one person were answered, of ${BUDGET} a minute\n`);
  const isOne = Math.abs(given - BUDGET) <= PROCESSES * LEASE;
  return isOne ? [] : [`${given} calls of one person were answered, and not about ${BUDGET}`];
}
