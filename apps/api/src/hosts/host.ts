import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { runWithDeadline } from '@inaam/core/kernel/deadline';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { gateByPhase, type Lifecycle, serveHealth } from '../lifecycle/lifecycle.ts';
import type { Metrics } from '../observability/metrics.ts';
import { logRequests } from '../observability/request-log.ts';
import type { Tracing } from '../observability/tracing.ts';
import { trustProxies } from '../plugins/caller-address.ts';
import { serveCspReports } from '../plugins/csp-reports.ts';
import { type HandleUnrouted, handleErrors, handleFrameworkErrors } from '../plugins/errors.ts';
import {
  handleExpectHeader,
  handleMalformedRequests,
  securityHeaders,
  sendSecurityHeaders,
} from '../plugins/headers.ts';
import { registerMethodNotAllowed } from '../plugins/methods.ts';
import { rejectCrossSiteRequests } from '../plugins/origin.ts';
import type { Settings } from '../settings.ts';

/** A full batch of voucher codes has some 25 kB, far below this limit. */
const BODY_LIMIT = 256 * 1024;

/** Maximum number of open connections of a host: a flood of idle ones must not exhaust the resources of active ones. */
const MAX_CONNECTIONS = 10_000;

export interface HostParts {
  settings: Settings;
  log: FastifyBaseLogger;
  lifecycle: Lifecycle;
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
  /** ms that a request may spend in the database. */
  deadline: number;
  /** Folders of the built web apps. */
  webApps: { user: string; admin: string };
}

interface OwnHostParts {
  /** The path to which unknown pages redirect. */
  home: string;
  authDomain?: string | undefined;
  handleUnrouted?: HandleUnrouted;
  /** Called for a request with a method that its path does not support. */
  onMethodNotAllowed?: (request: FastifyRequest) => Promise<void>;
  /** Called for a request that was refused because a browser sent it from another origin. */
  onForeignOrigin?: (request: FastifyRequest) => void;
}

/** Builds the part that both hosts share. Each host adds its branch of the router, its REST paths and its web app. */
export async function createHost(
  { settings, log, lifecycle, deadline, metrics, tracing }: HostParts,
  name: 'app' | 'admin',
  ownOrigins: string[],
  { home, authDomain, handleUnrouted, onMethodNotAllowed, onForeignOrigin }: OwnHostParts,
): Promise<FastifyInstance> {
  const headers = securityHeaders({ https: ownOrigins.every((origin) => origin.startsWith('https:')), authDomain });
  const host = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy && trustProxies(settings.trustProxy),
    bodyLimit: BODY_LIMIT,
    // Unique across processes and restarts, because the security event log stores it.
    genReqId: () => randomUUID(),
    // A tRPC batch puts the names of all its procedures into one path segment.
    routerOptions: { maxParamLength: 5000 },
    requestTimeout: 30_000,
    // ms after which a connection that sends nothing is closed: https://nodejs.org/api/http.html#servertimeout
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Calls on open connections are answered normally during shutdown.
    return503OnClosing: false,
    frameworkErrors: handleFrameworkErrors(headers, home, handleUnrouted),
    clientErrorHandler: handleMalformedRequests(headers),
    // Our own hook refuses a missing Host, because Node would answer without our headers.
    http: { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  });
  host.server.maxConnections = MAX_CONNECTIONS;
  handleErrors(host);
  // Adds the request id to failures, so that a person can quote it.
  host.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 500) reply.header('X-Request-Id', request.id);
    done();
  });
  sendSecurityHeaders(host, headers);
  handleExpectHeader(host, headers);
  logRequests(host, name);
  tracing?.watchHost(host, name);
  metrics?.watchHost(host, name);
  gateByPhase(host, lifecycle);
  rejectCrossSiteRequests(host, ownOrigins, onForeignOrigin);
  registerMethodNotAllowed(host, onMethodNotAllowed);
  // The deadline starts once the body is read: a slow sender does not shorten it. Request bodies are not decompressed,
  // because our clients do not compress, and strangers could send small bodies that take long to decompress.
  host.addHook('preHandler', (_request, _reply, done) => runWithDeadline(performance.now() + deadline, done));
  await host.register(compress, { threshold: 1024, globalDecompression: false });
  await serveCspReports(host);
  serveHealth(host, lifecycle);
  return host;
}
