import { getPrebuiltJson } from '@inaam/core/kernel/prebuilt-json';
import type { adminHostRouter, userHostRouter } from '@inaam/router/app-router';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type UserCaller = ReturnType<typeof userHostRouter.createCaller>['user'];
export type AdminCaller = ReturnType<typeof adminHostRouter.createCaller>['admin'];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

/** Maps a request to a procedure call, and returns the documented reply. */
type Handler<Caller> = (caller: Caller, request: FastifyRequest) => Promise<object>;

export type Endpoint<Caller> = Partial<Record<Method, Handler<Caller>>>;

export type Endpoints<Caller> = Record<string, Endpoint<Caller>>;

/** Selects a procedure of a caller: `(user) => user.offers.list`. */
type PickProcedure<Caller, Input> = (caller: Caller) => (input: Input) => Promise<object>;

/** Calls the procedure without input. */
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

/** Returns the JSON body. A missing body counts as an empty object, so that the procedure names the missing fields. */
export const getBody = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body);

/** Passes unvalidated input to a procedure, whose schema validates it. */
export const withRawInput =
  <Input, Output>(procedure: (input: Input) => Promise<Output>) =>
  (input: unknown): Promise<Output> =>
    procedure(input as Input);

/** Registers a path's documented methods; plugins/methods.ts refuses the others. */
export function registerEndpoint<Caller>(
  scope: FastifyInstance,
  path: string,
  endpoint: Endpoint<Caller>,
  createCaller: (request: FastifyRequest, reply: FastifyReply) => Caller,
): void {
  for (const method of methods) {
    const handle = endpoint[method];
    if (!handle) continue;
    scope.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const answer = await handle(createCaller(request, reply), request);
        const json = getPrebuiltJson(answer, '{"success":true,');
        if (json === undefined) return { success: true, ...answer };
        return reply.type('application/json; charset=utf-8').send(json);
      },
    });
  }
}
