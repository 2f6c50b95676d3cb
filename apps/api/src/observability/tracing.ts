import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ObserveStatements } from '@inaam/db/trace-sql';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { isTracingSuppressed, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type { TracingSettings } from '../settings.ts';

/**
 * Exports traces to an OpenTelemetry collector. This file is imported only if `OTEL_EXPORTER_OTLP_ENDPOINT` is set.
 * Names follow https://opentelemetry.io/docs/specs/semconv/ (http, database). Spans contain no body, query, header,
 * statement value or path of an external URL, because these may contain secrets.
 */
export interface Tracing {
  /** Starts a span for each call of a host; statements and outgoing calls become child spans. */
  watchHost(host: FastifyInstance, name: 'app' | 'admin'): void;
  /** Starts a trace for each run of a job. */
  job<T>(name: string, run: () => Promise<T>): Promise<T>;
  watchStatements: ObserveStatements;
  /** Sends pending spans. */
  close(): Promise<void>;
}

/** ms between two exports. */
const EXPORT_INTERVAL_MS = 5_000;

/** Number of characters of a statement that a span contains. */
const MAX_STATEMENT_LENGTH = 2_000;

export function startTracing(
  { endpoint, headers, service, share }: TracingSettings,
  exportIntervalMs = EXPORT_INTERVAL_MS,
): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportIntervalMs })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const tracer = provider.getTracer('inaam');
  const traceContext = new W3CTraceContextPropagator();
  const stopOutgoing = traceOutgoing((name, attributes) =>
    // Only calls within a request or job get a span; tracing is suppressed for the exporter's own calls.
    trace.getActiveSpan() && !isTracingSuppressed(context.active())
      ? tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
      : undefined,
  );

  return {
    watchHost(host, name) {
      host.addHook('onRequest', (request, reply, done) => {
        // Only a trusted proxy may pass a trace on.
        const isTrusted = (request.ips?.length ?? 0) > 1;
        const parent = isTrusted ? traceContext.extract(context.active(), request.headers, getter) : context.active();
        const span = tracer.startSpan(
          request.method,
          {
            kind: SpanKind.SERVER,
            attributes: { 'http.request.method': request.method, 'inaam.host': name, 'inaam.request_id': request.id },
          },
          parent,
        );
        reply.raw.once('close', () => {
          const route = request.routeOptions.url ?? 'unknown';
          const status = reply.raw.statusCode;
          span.updateName(`${request.method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
        context.with(trace.setSpan(parent, span), done);
      });
    },
    async job(name, run) {
      const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL, root: true });
      try {
        return await context.with(trace.setSpan(context.active(), span), run);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    watchStatements() {
      const span = trace.getActiveSpan()
        ? tracer.startSpan('statement', { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } })
        : undefined;
      return (text, error) => {
        if (!span) return;
        span.updateName(summarizeStatement(text));
        span.setAttribute('db.query.text', text.slice(0, MAX_STATEMENT_LENGTH));
        if (error !== undefined) fail(span, error);
        span.end();
      };
    },
    async close() {
      stopOutgoing();
      // An unavailable collector must not keep the process running.
      await provider.shutdown().catch(() => {});
      contexts.disable();
      context.disable();
      propagation.disable();
    },
  };
}

const getter = {
  keys: (carrier: object) => Object.keys(carrier),
  get: (carrier: NodeJS.Dict<string | string[]>, key: string) => carrier[key],
};

/** Records only the kind of an error: its message may contain values. */
function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  span.setAttribute('error.type', code ?? (error instanceof Error ? error.name : 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Names a statement, such as `select spin_wheel` or `insert clicks`: few enough names to group by. */
function summarizeStatement(text: string): string {
  const [verb = 'statement'] = /^\w+/.exec(text) ?? [];
  const [, target] =
    /\b(?:from|into|update|join)\s+"?(\w+)/i.exec(text) ?? /^select\s+"?(\w+)"?\s*\(/i.exec(text) ?? [];
  return [verb.toLowerCase(), target].filter(Boolean).join(' ');
}

type StartSpan = (name: string, attributes: Record<string, string | number>) => Span | undefined;

/** Messages of `node:http`: https://nodejs.org/docs/latest-v24.x/api/diagnostics_channel.html#http */
interface HttpMessage {
  request: ClientRequest;
  response?: IncomingMessage;
  error?: Error;
}
/** Messages of `fetch`: https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md */
interface FetchMessage {
  request: { origin: string | URL; method: string };
  response?: { statusCode: number };
  error?: Error;
}

/** Traces outgoing calls by Node's diagnostics channels. @returns a function that stops the tracing */
function traceOutgoing(startSpan: StartSpan): () => void {
  const open = new WeakMap<object, Span>();
  const startCall = (request: object, method: string, address: string) => {
    const span = startSpan(method, { 'http.request.method': method, 'server.address': address });
    if (span) open.set(request, span);
  };
  const endCall = (request: object, status: number) => {
    const span = open.get(request);
    span?.setAttribute('http.response.status_code', status);
    if (status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    open.delete(request);
  };
  const failCall = (request: object, error: unknown) => {
    const span = open.get(request);
    if (span) fail(span, error);
    span?.end();
    open.delete(request);
  };
  const listeners: [channel: string, listen: (message: unknown) => void][] = [
    [
      'http.client.request.start',
      (m) => {
        const { request } = m as HttpMessage;
        startCall(request, request.method, request.host);
      },
    ],
    [
      'http.client.response.finish',
      (m) => {
        const { request, response } = m as HttpMessage;
        endCall(request, response?.statusCode ?? 0);
      },
    ],
    [
      'http.client.request.error',
      (m) => {
        const { request, error } = m as HttpMessage;
        failCall(request, error);
      },
    ],
    [
      'undici:request:create',
      (m) => {
        const { request } = m as FetchMessage;
        startCall(request, request.method, new URL(request.origin).hostname);
      },
    ],
    [
      'undici:request:headers',
      (m) => {
        const { request, response } = m as FetchMessage;
        endCall(request, response?.statusCode ?? 0);
      },
    ],
    [
      'undici:request:error',
      (m) => {
        const { request, error } = m as FetchMessage;
        failCall(request, error);
      },
    ],
  ];
  for (const [channel, listen] of listeners) subscribe(channel, listen);
  return () => {
    for (const [channel, listen] of listeners) unsubscribe(channel, listen);
  };
}
