import { parse } from 'node:querystring';
import { DomainError } from '@inaam/contracts/common/errors';
import type { adminHostRouter, userHostRouter } from '@inaam/router/app-router';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type UserCaller = ReturnType<typeof userHostRouter.createCaller>['user'];
export type AdminCaller = ReturnType<typeof adminHostRouter.createCaller>['admin'];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

/** One documented path: for each of its methods, the request to the procedure and back to the documented reply. */
export type Endpoint<Caller> = { path: string } & Partial<
  Record<Method, (caller: Caller, request: FastifyRequest) => Promise<object>>
>;

/** Hands a procedure what a request holds, of a type that nobody has checked: its own schema does. */
export const withRawInput =
  <Input, Output>(procedure: (input: Input) => Promise<Output>) =>
  (input: unknown): Promise<Output> =>
    procedure(input as Input);

/** The JSON body; an absent one is an empty object, so that its missing fields are named. */
export const body = (request: FastifyRequest): unknown => request.body ?? {};

export const query = (request: FastifyRequest): unknown => request.query;

/** Registers an endpoint's documented methods; the others are refused with those of every path, see plugins/methods.ts. */
export function register<Caller>(
  scope: FastifyInstance,
  endpoint: Endpoint<Caller>,
  callerOf: (request: FastifyRequest, reply: FastifyReply) => Caller,
): void {
  for (const method of methods) {
    const handle = endpoint[method];
    if (!handle) continue;
    scope.route({
      method,
      url: endpoint.path,
      handler: async (request, reply) => ({ success: true, ...(await handle(callerOf(request, reply), request)) }),
    });
  }
}

/** Far beyond any documented body. Whoever walks a value level by level, as writing it out again does, needs a bound. */
const MAX_DEPTH = 100;

/** Do the brackets of a JSON text stand inside one another more than so many times? Those in its strings do not count. */
function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let isInText = false;
  // One step a sign: a pattern would look again from each quote of a text that never ends.
  for (let at = 0; at < text.length && depth <= limit; at++) {
    const sign = text[at];
    if (isInText && sign === '\\') at += 1;
    else if (sign === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return depth > limit;
}

/** JSON bodies alone: an empty one is no body, whatever its content type says. */
export function readJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else if (isDeeperThan(MAX_DEPTH, text as string))
      done(new DomainError('BAD_INPUT', { text: 'The body is nested too deeply' }));
    else void parseJson(request, text as string, done);
  });
}

/**
 * Forms beside JSON, for the paths of a scope that document them. A field that comes twice is a list, as in a query, which no field but
 * a list takes.
 */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, { ...parse(text as string) });
  });
}
