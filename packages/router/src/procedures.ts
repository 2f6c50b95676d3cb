import { DomainError, domainErrorOf, errorTable } from '@inaam/contracts/errors';
import { refuseBlocked } from '@inaam/core/identity/blocks';
import type { Actor } from '@inaam/core/kernel/actor';
import { initTRPC, TRPCError } from '@trpc/server';
import type { Context } from './context.ts';
import { publicError } from './public-error.ts';

/** The only place that decides who may call what. */

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error }) {
    const { code, text, field, status } = publicError(error);
    return { ...shape, message: text, data: { code: shape.data.code, httpStatus: status, domainCode: code, field } };
  },
});

export const { router, createCallerFactory } = t;

/** Gives a rule's refusal the status of the table; everything else stays an internal error. */
const translated = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const refusal = domainErrorOf(result.error);
  if (!refusal) return result;
  throw new TRPCError({ code: errorTable[refusal.code].trpc, message: refusal.message, cause: refusal });
});

export const publicProcedure = translated;

/** A signed-in user, on an address and a device that are not blocked. */
export const userProcedure = translated.use(async ({ ctx, next }) => {
  const { services, caller } = ctx;
  const session = await services.userSessions.validate(ctx.cookieHeader);
  await refuseBlocked(services.kernel, caller.ip, session?.device ?? null);
  if (!session) throw new DomainError('NOT_SIGNED_IN');
  if (session.renewed) ctx.setCookie(session.renewed.serialize());
  const { person } = session;
  const actor: Actor = { kind: 'user', id: person.id, name: person.email, ip: caller.ip };
  return next({ ctx: { session, user: { ...person, device: session.device }, actor } });
});

/** A signed-in admin. Admins have full access. */
export const adminProcedure = translated.use(async ({ ctx, next }) => {
  const session = await ctx.services.adminSessions.validate(ctx.cookieHeader);
  if (!session) throw new DomainError('NOT_SIGNED_IN');
  if (session.renewed) ctx.setCookie(session.renewed.serialize());
  const { person } = session;
  const actor: Actor = { kind: 'admin', id: person.id, name: person.username, ip: ctx.caller.ip };
  return next({ ctx: { session, admin: person, actor } });
});
