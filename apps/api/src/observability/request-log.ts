import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The form of request ids that proxies generate. Ids of another form are ignored. */
const REQUEST_ID = /^[\w.:-]{8,100}$/;

const REQUEST_ID_HEADER = 'x-request-id';

/**
 * Logs one line per call, and sends the id of the call in the answer. An id from a trusted proxy is kept, so that the
 * log of the proxy matches ours; other callers cannot set an id. The line contains no body, query or secret.
 * @param name the host's name in the log
 */
export function logRequests(host: FastifyInstance, name: 'app' | 'admin'): void {
  host.addHook('onRequest', (request, reply, done) => {
    const given = request.headers[REQUEST_ID_HEADER];
    // A second IP address means that a trusted proxy forwarded the call.
    if (typeof given === 'string' && REQUEST_ID.test(given) && (request.ips?.length ?? 0) > 1) {
      request.id = given;
      request.log = host.log.child({ reqId: given });
    }
    void reply.header('X-Request-Id', request.id);
    done();
  });
  host.addHook('onResponse', (request, reply, done) => {
    request.log.info(formatLine(name, request, reply), 'request');
    done();
  });
}

const formatLine = (host: string, request: FastifyRequest, reply: FastifyReply) => ({
  host,
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  actor: getCallerKind(request),
});

/** Detects the caller's kind from its headers; the response's status shows whether they are valid. */
function getCallerKind({ headers: { authorization, cookie } }: FastifyRequest): string {
  if (authorization !== undefined) return 'service';
  const [, realm] = /(?:^|;\s*)(?:__Host-)?inaam_(user|admin)=/.exec(cookie ?? '') ?? [];
  return realm ?? 'anonymous';
}
