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
  /** How much the heap held after a tenth of all cases and in the end, garbage collected; MB. */
  heap: { early: number; late: number };
  /** The first ones, each with what replays it. */
  faults: string[];
  /** Log lines of errors. */
  logged: Record<string, unknown>[];
}

/** How many are under way at once. */
const CONCURRENCY = 4;
const MAX_FAULTS = 20;

/** Sends bad requests, made from the descriptions, to both hosts of an api that has its limits off. */
export async function fuzz(api: TestApi, { requests, seed, first }: FuzzOptions): Promise<FuzzReport> {
  const { app, admin } = descriptions();
  const operations = [...listOperations('app', app), ...listOperations('admin', admin)];
  const credentials = await credentialsOf(api);
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
    // Nothing that one answer sets is to be seen in the next: the order is not the same twice.
    clients[host].cookies.clear();
    let answer: Answer | undefined;
    let fault: string | undefined;
    try {
      answer = await clients[host].send(method, url, payload, headers);
      fault = findFault(fuzzCase, answer, host === 'app' ? app : admin);
    } catch (error) {
      fault = `was never given: ${String(error)}`;
    }
    report.sent += 1;
    report.calls[call] = (report.calls[call] ?? 0) + 1;
    const status = String(answer?.status ?? 'none');
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (fault !== undefined && report.faults.length < MAX_FAULTS) {
      report.faults.push(
        `seed ${seed}, case ${number}: the answer to ${shown(fuzzCase)} ${fault}: ${shortened(answer?.body)}`,
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
  await send(first, early);
  report.heap.early = heapInUse();
  await send(early, first + requests);
  report.heap.late = heapInUse();
  report.seconds = (performance.now() - began) / 1000;
  report.logged = api.log.filter((line) => Number(line['level']) >= 50);
  return report;
}

/** Who sends a case. Signing out ends a session, so there it is one that nobody has. */
async function credentialsOf(api: TestApi): Promise<(fuzzCase: FuzzCase) => Record<string, string>> {
  // The first ids are what is guessed: whoever has them may end up flagged, and must not be who sends.
  for (let times = 0; times < 3; times++) await registerUser(api.appHost);
  const { user, admin } = await makeSampleData(api);
  const { sql } = api.core.database;
  const [issuer] = await sql<{ id: number }[]>`select id from admins limit 1`;
  const key = await issueKey(api.core.as({ ...anyAdmin, id: issuer?.id ?? 0 }), { name: 'fuzz', scope: 'read_write' });
  const cookieOf = ({ cookies }: Client) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const byCaller: Record<CallerName, Record<string, string>> = {
    nobody: {},
    user: { cookie: cookieOf(user) },
    admin: { cookie: cookieOf(admin) },
    service: { authorization: `Bearer ${key}` },
  };
  return ({ caller, url }) => (/logout/i.test(url) ? {} : byCaller[caller]);
}

/** MB that are held when nothing is left to collect. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 3; times++) collect();
  return Math.round((process.memoryUsage().heapUsed / 1024 / 1024) * 10) / 10;
}

const shortened = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);

const shown = ({ caller, method, url, headers, payload }: FuzzCase): string =>
  `${caller}'s ${method} ${url.slice(0, 200)} ${shortened(headers)} ${shortened(payload instanceof Buffer ? payload.toString('latin1') : payload)}`;
