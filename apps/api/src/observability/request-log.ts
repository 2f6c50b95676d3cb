import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Ids that a proxy draws: what else comes is no id of ours to write down. */
const ID = /^[\w.:-]{8,100}$/;

const HEADER = 'x-request-id';

/**
 * One line a call, and its id in the answer. The id that a trusted proxy has given a call is kept, so that its lines
 * and ours are found together; nobody else's is. No body, no query and no secret is in the line.
 * @param name the host's
 */
export function logRequests(host: FastifyInstance, name: 'app' | 'admin'): void {
  host.addHook('onRequest', (request, reply, done) => {
    const given = request.headers[HEADER];
    // More than the socket's own address: what it says of the others is believed.
    if (typeof given === 'string' && ID.test(given) && (request.ips?.length ?? 0) > 1) {
      request.id = given;
      request.log = host.log.child({ reqId: given });
    }
    void reply.header('X-Request-Id', request.id);
    done();
  });
  host.addHook('onResponse', (request, reply, done) => {
    request.log.info(lineOf(name, request, reply), 'request');
    done();
  });
}

const lineOf = (host: string, request: FastifyRequest, reply: FastifyReply) => ({
  host,
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  actor: kindOfCaller(request),
});

/** By what a call carries: whether it is good is said by the status. */
function kindOfCaller({ headers: { authorization, cookie } }: FastifyRequest): string {
  if (authorization !== undefined) return 'service';
  const [, realm] = /(?:^|;\s*)(?:__Host-)?inaam_(user|admin)=/.exec(cookie ?? '') ?? [];
  return realm ?? 'nobody';
}
