import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { issueKey } from '@inaam/core/people/keys/api-keys';
import { anyAdmin } from '@inaam/testing/factories/identity';
import type { FuzzOptions } from '@inaam/testing/fuzz';
import { descriptions } from '../../openapi/descriptions.ts';
import type { TestApi } from '../support/api.ts';
import { type Answer, Client } from '../support/client.ts';
import { registerUser } from '../support/people.ts';
import { makeSampleData } from '../support/sample-data.ts';
import type { CallerName, FuzzCase } from './case.ts';
import { findFault } from './check-response.ts';
import { generateCase, listOperations } from './generate-case.ts';

export interface FuzzReport {
  sent: number;
  seconds: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Answers by documented call. */
  calls: Record<string, number>;
  /** Heap in MB after garbage collection, after a tenth of the cases and at the end. */
  heap: { early: number; late: number };
  /** The first faults, each with the way to replay it. */
  faults: string[];
  logged: Record<string, unknown>[];
}

/** Requests in flight. */
const CONCURRENCY = 4;
const MAX_FAULTS = 20;

/** Sends invalid requests, derived from the OpenAPI descriptions, to both hosts of an api without rate limits. */
export async function fuzz(api: TestApi, { requests, seed, first }: FuzzOptions): Promise<FuzzReport> {
  const { app, admin } = descriptions();
  const operations = [...listOperations('app', app), ...listOperations('admin', admin)];
  const credentials = await createCredentials(api);
  const clients = { app: new Client(api.appHost), admin: new Client(api.adminHost) };
  const report: FuzzReport = {
    sent: 0,
    seconds: 0,
    statuses: {},
    calls: {},
    heap: { early: 0, late: 0 },
    faults: [],
    logged: [],
  };
  const began = performance.now();

  async function sendOne(number: number): Promise<void> {
    const fuzzCase = generateCase(operations, seed, number);
    const { host, method, url, payload, call } = fuzzCase;
    const headers = { ...credentials(fuzzCase), ...fuzzCase.headers };
    // The order of answers varies. If a case sent the cookies of earlier answers, it could not be replayed.
    clients[host].cookies.clear();
    let answer: Answer | undefined;
    let fault: string | undefined;
    try {
      answer = await clients[host].send(method, url, payload, headers);
      fault = findFault(fuzzCase, answer, host === 'app' ? app : admin);
    } catch (error) {
      fault = `failed: ${String(error)}`;
    }
    report.sent += 1;
    report.calls[call] = (report.calls[call] ?? 0) + 1;
    const status = String(answer?.status ?? 'none');
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (fault !== undefined && report.faults.length < MAX_FAULTS) {
      report.faults.push(
        `seed ${seed}, case ${number}: the answer to ${describeCase(fuzzCase)} ${fault}: ${shorten(answer?.body)}`,
      );
    }
  }

  async function send(from: number, to: number): Promise<void> {
    let next = from;
    const worker = async () => {
      while (next < to) {
        const number = next++;
        await sendOne(number);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  }

  const early = first + Math.ceil(requests / 10);
  // Keeps only errors, because the log of the test would grow by a line for each request.
  const moveErrors = () => report.logged.push(...api.log.splice(0).filter((line) => Number(line['level']) >= 50));
  await send(first, early);
  moveErrors();
  report.heap.early = heapInUse();
  await send(early, first + requests);
  moveErrors();
  report.heap.late = heapInUse();
  report.seconds = (performance.now() - began) / 1000;
  return report;
}

/** Creates credentials by caller. Requests to sign out get none, because they would end the session. */
async function createCredentials(api: TestApi): Promise<(fuzzCase: FuzzCase) => Record<string, string>> {
  // The cases guess the first ids and may flag those users, so the senders must have later ids.
  for (let times = 0; times < 3; times++) await registerUser(api.appHost);
  const { user, admin } = await makeSampleData(api);
  const { sql } = api.core.database;
  const [issuer] = await sql<{ id: number }[]>`select id from admins limit 1`;
  const key = await issueKey(api.core.as({ ...anyAdmin, id: issuer?.id ?? 0 }), { name: 'fuzz', scope: 'read_write' });
  const formatCookies = ({ cookies }: Client) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const byCaller: Record<CallerName, Record<string, string>> = {
    anonymous: {},
    user: { cookie: formatCookies(user) },
    admin: { cookie: formatCookies(admin) },
    service: { authorization: `Bearer ${key}` },
  };
  return ({ caller, url }) => (/logout/i.test(url) ? {} : byCaller[caller]);
}

/** Used heap in MB after garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 3; times++) collect();
  return Math.round((process.memoryUsage().heapUsed / 1024 / 1024) * 10) / 10;
}

const shorten = (value: unknown): string => (JSON.stringify(value) ?? 'no body').slice(0, 200);

const describeCase = ({ caller, method, url, headers, payload }: FuzzCase): string =>
  `${caller}'s ${method} ${url.slice(0, 200)} ${shorten(headers)} ${shorten(payload instanceof Buffer ? payload.toString('latin1') : payload)}`;
