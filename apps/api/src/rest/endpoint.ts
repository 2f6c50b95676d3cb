import { getPrebuiltJson } from '@inaam/core/kernel/prebuilt-json';
import type { adminHostRouter, userHostRouter } from '@inaam/router/app-router';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type UserCaller = ReturnType<typeof userHostRouter.createCaller>['user'];
export type AdminCaller = ReturnType<typeof adminHostRouter.createCaller>['admin'];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

/** From the request to a procedure and back to the documented reply. */
type Handler<Caller> = (caller: Caller, request: FastifyRequest) => Promise<object>;

/** The documented methods of one path. */
export type Endpoint<Caller> = Partial<Record<Method, Handler<Caller>>>;

/** The documented paths of one host. */
export type Endpoints<Caller> = Record<string, Endpoint<Caller>>;

/** Picks a procedure of a caller: `(user) => user.offers.list`. */
type PickProcedure<Caller, Input> = (caller: Caller) => (input: Input) => Promise<object>;

/** Calls the procedure with nothing. */
export const withoutInput =
  <Caller>(pick: (caller: Caller) => () => Promise<object>): Handler<Caller> =>
  (caller) =>
    pick(caller)();

/** Calls the procedure with the JSON body. */
export const fromBody =
  <Caller, Input>(pick: PickProcedure<Caller, Input>): Handler<Caller> =>
  (caller, request) =>
    withRawInput(pick(caller))(getBody(request));

/** Calls the procedure with the query parameters. */
export const fromQuery =
  <Caller, Input>(pick: PickProcedure<Caller, Input>): Handler<Caller> =>
  (caller, request) =>
    withRawInput(pick(caller))(request.query);

/** The JSON body. An absent one is an empty object, so that the procedure names the missing fields. */
export const getBody = (request: FastifyRequest): unknown => request.body ?? {};

/** Lets a procedure take what the request holds, as it came: the procedure's own schema validates it. */
export const withRawInput =
  <Input, Output>(procedure: (input: Input) => Promise<Output>) =>
  (input: unknown): Promise<Output> =>
    procedure(input as Input);

/** Registers a path's documented methods. plugins/methods.ts refuses the others, as it does for every path. */
export function registerEndpoint<Caller>(
  scope: FastifyInstance,
  path: string,
  endpoint: Endpoint<Caller>,
  callerOf: (request: FastifyRequest, reply: FastifyReply) => Caller,
): void {
  for (const method of methods) {
    const handle = endpoint[method];
    if (!handle) continue;
    scope.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const answer = await handle(callerOf(request, reply), request);
        const json = getPrebuiltJson(answer, '{"success":true,');
        if (json === undefined) return { success: true, ...answer };
        return reply.type('application/json; charset=utf-8').send(json);
      },
    });
  }
}
