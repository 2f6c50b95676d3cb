import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test/support/api.ts';
import { Client } from '../test/support/client.ts';
import { signInAdmin } from '../test/support/people.ts';
import { startTracing, type Tracing } from './tracing.ts';

/**
 * The test's collector receives OTLP over HTTP in JSON:
 * https://opentelemetry.io/docs/specs/otlp/#otlphttp-request and
 * https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto
 */
type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
type Attributes = { key: string; value: Value }[];
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attributes;
  status?: { code?: number };
}
interface Exported {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { scope: object; spans: OtlpSpan[] }[] }[];
}

const received: { path: string; method: string; headers: IncomingHttpHeaders; text: string }[] = [];
const collector = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    received.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers, text });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"partialSuccess":{}}');
  });
});
/** An external server that our process calls. */
const partner = createServer((_, response) => response.writeHead(404).end());

let tracing: Tracing;
let api: TestApi;
let partnerUrl: string;
const listen = (server: typeof collector) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

beforeAll(async () => {
  const endpoint = await listen(collector);
  partnerUrl = await listen(partner);
  tracing = startTracing(
    { endpoint, headers: { 'x-api-key': 'of the collector' }, service: 'inaam-test', share: 1 },
    50,
  );
  api = await createTestApi({ TRUST_PROXY: 'loopback' }, { jobs: false, tracing });
});
afterAll(async () => {
  await api.close();
  for (const server of [collector, partner]) {
    server.closeAllConnections();
    server.close();
  }
});

const spans = (): OtlpSpan[] =>
  received.flatMap(({ text }) =>
    (JSON.parse(text) as Exported).resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)),
  );
const attribute = ({ attributes = [] }: { attributes?: Attributes }, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};
/** Waits for the root span of a trace. The other spans of the trace have arrived by then. */
async function waitForTrace(isRoot: (span: OtlpSpan) => boolean): Promise<{ root: OtlpSpan; others: OtlpSpan[] }> {
  let root: OtlpSpan | undefined;
  await expect.poll(() => (root = spans().find(isRoot))).toBeDefined();
  const { traceId, spanId } = root as OtlpSpan;
  return {
    root: root as OtlpSpan,
    others: spans().filter((each) => each.traceId === traceId && each.spanId !== spanId),
  };
}
const hasStatus = (route: string, status: number) => (span: OtlpSpan) =>
  attribute(span, 'http.route') === route && attribute(span, 'http.response.status_code') === status;

test('traces a request and its statements, but none of their values', async () => {
  await makeNetwork(api.core);
  await makeOffer(api.core, { title: 'The offer that is sought' });
  const { client } = await signInAdmin(api);
  expect((await client.get('/api/admin/offers.php?search=offer+that+is+sought')).status).toBe(200);
  const { root, others } = await waitForTrace(hasStatus('/api/admin/offers.php', 200));
  expect(root).toMatchObject({ name: 'GET /api/admin/offers.php', kind: 2 });
  expect(root.parentSpanId ?? '').toBe('');
  expect(root.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(BigInt(root.endTimeUnixNano)).toBeGreaterThan(BigInt(root.startTimeUnixNano));
  const statements = others.filter((span) => attribute(span, 'db.system.name') === 'postgresql');
  expect(statements.length).toBeGreaterThanOrEqual(2);
  for (const span of statements) {
    expect(span).toMatchObject({ kind: 3, parentSpanId: root.spanId });
    expect(attribute(span, 'db.query.text')).toMatch(/\w/);
  }
  expect(statements.map(({ name }) => name)).toContain('select offers');
  expect(statements.some((span) => String(attribute(span, 'db.query.text')).includes('$1'))).toBe(true);
  const all = received.map(({ text }) => text).join('');
  for (const secret of ['that is sought', 'that+is+sought', 'correct horse', ...client.cookies.values()]) {
    expect(all).not.toContain(secret);
  }
  const [first] = received;
  expect([first?.method, first?.path, first?.headers['content-type']]).toEqual([
    'POST',
    '/v1/traces',
    'application/json',
  ]);
  expect(first?.headers['x-api-key']).toBe('of the collector');
  const [resource] = (JSON.parse(first?.text ?? '') as Exported).resourceSpans;
  expect(attribute(resource?.resource ?? {}, 'service.name')).toBe('inaam-test');
});

test('traces the statements of a transaction and marks a failed one with its error code only', async () => {
  const dividing = tracing.job('divide', () =>
    api.services.kernel.write(async (tx) => void (await tx.execute('select 1 / 0 as divided'))),
  );
  await expect(dividing).rejects.toThrow();
  const { root, others } = await waitForTrace(({ name }) => name === 'divide');
  expect(root).toMatchObject({ kind: 1, status: { code: 2 } });
  const division = others.find((span) => String(attribute(span, 'db.query.text')).includes('divided'));
  expect([division?.status?.code, attribute(division ?? {}, 'error.type')]).toEqual([2, '22012']);
});

test('traces a job’s outgoing calls as its children, without paths, but not the exporter’s own calls', async () => {
  await tracing.job('call others', async () => {
    await fetch(`${partnerUrl}/hook/with-a-secret`, { method: 'POST', body: 'a secret' });
    await new Promise<void>((done, failed) => {
      httpRequest(`${partnerUrl}/feed?key=with-a-secret`, (answer) => answer.resume().once('end', done))
        .once('error', failed)
        .end();
    });
    const refused = await new Promise<Error>((failed) => {
      httpRequest('http://127.0.0.1:1/closed').once('error', failed).end();
    });
    expect(refused).toBeInstanceOf(Error);
  });
  const { root, others } = await waitForTrace(({ name }) => name === 'call others');
  const calls = others.map((span) => [
    span.name,
    attribute(span, 'server.address'),
    attribute(span, 'http.response.status_code') ?? attribute(span, 'error.type'),
  ]);
  expect(calls.toSorted()).toEqual(
    [
      ['POST', '127.0.0.1', 404],
      ['GET', '127.0.0.1', 404],
      ['GET', '127.0.0.1', 'ECONNREFUSED'],
    ].toSorted(),
  );
  for (const span of others) expect(span).toMatchObject({ kind: 3, parentSpanId: root.spanId });
  expect(received.map(({ text }) => text).join('')).not.toContain('with-a-secret');
  expect(spans().some((span) => attribute(span, 'http.route') === '/v1/traces')).toBe(false);
});

test('continues the trace of a trusted proxy but not of other callers', async () => {
  const proxyTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${proxyTrace}-00f067aa0ba902b7-01`;
  await api.appHost.inject({ url: '/api/offers.php', headers: { traceparent, 'x-forwarded-for': '203.0.113.7' } });
  await new Client(api.appHost).get('/api/offers.php', { traceparent });
  const calls = () => spans().filter(hasStatus('/api/offers.php', 401));
  await expect.poll(() => calls().length).toBe(2);
  const [proxied, ...others] = calls().toSorted(
    (a, b) => Number(b.traceId === proxyTrace) - Number(a.traceId === proxyTrace),
  );
  expect(proxied).toMatchObject({ traceId: proxyTrace, parentSpanId: '00f067aa0ba902b7' });
  expect(others.map(({ traceId, parentSpanId = '' }) => [traceId === proxyTrace, parentSpanId])).toEqual([[false, '']]);
});

test('loads tracing only when a collector is configured', () => {
  const source = join(import.meta.dirname, '..');
  const imports = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .filter((line) => /observability\/tracing\.ts'/.test(line))
        .map((line) => ({ file, line })),
    );
  expect(imports.length).toBeGreaterThan(3);
  const loading = imports.filter(({ line }) => !line.startsWith('import type '));
  expect(loading).toEqual([
    { file: 'server.ts', line: expect.stringMatching(/settings\.tracing && \(await import\('/) },
  ]);
});
