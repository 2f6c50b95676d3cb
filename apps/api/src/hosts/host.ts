import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { runWithDeadline } from '@inaam/core/kernel/deadline';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { gateByPhase, type Lifecycle, serveHealth } from '../lifecycle/lifecycle.ts';
import type { Metrics } from '../observability/metrics.ts';
import { logRequests } from '../observability/request-log.ts';
import type { Tracing } from '../observability/tracing.ts';
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

/** Codes of a full batch are some 25 kB. */
const BODY_LIMIT = 256 * 1024;

/** Beyond them a host accepts none: a flood of open ones must not take what those in use need. */
const MOST_CONNECTIONS = 10_000;

export interface HostParts {
  settings: Settings;
  log: FastifyBaseLogger;
  lifecycle: Lifecycle;
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
  /** ms within which a request is answered, whatever it asks of the database. */
  deadline: number;
  /** Folders of the built web apps. */
  webApps: { user: string; admin: string };
}

interface OwnHostParts {
  authDomain?: string | undefined;
  handleUnrouted?: HandleUnrouted;
  /** Is told of a request whose path is there, but not with its method. */
  noticeMethod?: (request: FastifyRequest) => Promise<void>;
  /** Is told of a call that was refused because a browser sent it from another site. */
  noticeForeignOrigin?: (request: FastifyRequest) => void;
}

/** What both hosts have in common; each adds its own branch of the router, its REST paths and its web app. */
export async function createHost(
  { settings, log, lifecycle, deadline, metrics, tracing }: HostParts,
  name: 'app' | 'admin',
  own: string[],
  { authDomain, handleUnrouted, noticeMethod, noticeForeignOrigin }: OwnHostParts = {},
): Promise<FastifyInstance> {
  const headers = securityHeaders({ https: own.every((origin) => origin.startsWith('https:')), authDomain });
  const host = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT,
    // Unique over processes and restarts: the trail keeps it.
    genReqId: () => randomUUID(),
    // A batch link puts the paths of all its calls into one segment.
    routerOptions: { maxParamLength: 5000 },
    requestTimeout: 30_000,
    // Of a connection that sends nothing: https://nodejs.org/api/http.html#servertimeout
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    // What comes on an open connection while the process ends is answered like any other call.
    return503OnClosing: false,
    frameworkErrors: handleFrameworkErrors(headers, handleUnrouted),
    clientErrorHandler: handleMalformedRequests(headers),
    // Refused by a hook of ours: Node would answer without our headers.
    http: { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  });
  host.server.maxConnections = MOST_CONNECTIONS;
  handleErrors(host);
  // What the log calls a failure by: a person can quote it.
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
  rejectCrossSiteRequests(host, own, noticeForeignOrigin);
  registerMethodNotAllowed(host, noticeMethod);
  // Answers alone: nobody who calls us packs what they send, and unpacking is work that a stranger could make.
  // From here on the body is read: a slow sender has taken nothing from what the answer may take.
  host.addHook('preHandler', (_request, _reply, done) => runWithDeadline(performance.now() + deadline, done));
  await host.register(compress, { threshold: 1024, globalDecompression: false });
  await serveCspReports(host);
  serveHealth(host, lifecycle);
  return host;
}
