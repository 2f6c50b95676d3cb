/**
 * What stands in for wrk where the machine has none: the same file of requests, the same line in the end. It takes more
 * of the processor than wrk does, so figures of the two do not compare.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const [, , origin = '', file = '', passed = '0', seconds = '1', connections = '1'] = process.argv;
const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const { hostname, port } = new URL(origin);
/** @type {number[]} */
const took = [];
let at = Number(passed);
let failed = 0;
const began = performance.now();
const until = began + Number(seconds) * 1000;

/** @returns {Promise<void>} */
const one = () =>
  new Promise((resolve) => {
    const [method, path, cookie = '', body = ''] = (lines[at++ % lines.length] ?? '').split('\t');
    const headers = {
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const from = performance.now();
    const asked = request({ hostname, port, method, path, agent, headers }, (response) => {
      if ((response.statusCode ?? 500) > 399) failed++;
      response.resume();
      response.once('end', () => {
        took.push(performance.now() - from);
        resolve();
      });
    });
    asked.once('error', () => {
      failed++;
      resolve();
    });
    asked.end(body || undefined);
  });

const lane = async () => {
  while (performance.now() < until) await one();
};
await Promise.all(Array.from({ length: Number(connections) }, lane));
const us = Math.round((performance.now() - began) * 1000);
const sorted = took.toSorted((a, b) => a - b);
const part = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
console.log(JSON.stringify({ done: took.length, us, failed, p50: part(0.5), p99: part(0.99) }));
process.exit(0);
