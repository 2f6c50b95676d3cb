import { capabilities, getPermission, includesRole, type Permission } from '@inaam/contracts/access/permissions';
import { DomainError, domainErrorOf, type ErrorCode, errorTable } from '@inaam/contracts/common/errors';
import type { SecurityEventKind } from '@inaam/contracts/security-events/security-events';
import type { Actor, UserActor } from '@inaam/core/kernel/actor';
import type { SessionRows, SessionStatement } from '@inaam/core/kernel/caller';
import type { CommandContext } from '@inaam/core/kernel/command';
import { recordSecurityEvent } from '@inaam/core/people/security-events/security-event-log';
import { refuseBlocked } from '@inaam/core/people/sessions/services';
import type { Services } from '@inaam/core/services';
import { initTRPC, type TRPCProcedureType as ProcedureType, TRPCError } from '@trpc/server';
import { type AdminCaller, countCall, countUserCall, findAdmin, findUser } from './callers.ts';
import type { Context, UserSession } from './context.ts';
import { toPublicError } from './public-error.ts';

/** The only place that decides who may call what. */

interface Meta {
  /** How many calls this one counts as against the caller's rate limit; 1 unless said otherwise. */
  cost?: number;
  /** A hot call's own: it finds the session and reads, or does, what the call is about. */
  statement?: SessionStatement<object>;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter({ shape, error }) {
      const { code, text, field, status, reference } = toPublicError(error);
      const data = { code: shape.data.code, httpStatus: status, domainCode: code, field, reference };
      return { ...shape, message: text, data };
    },
  });

export const { router, createCallerFactory } = t;

/** Refusals that say somebody tried a door that is not theirs. */
const LOGGED_REFUSALS: ReadonlyMap<ErrorCode, SecurityEventKind> = new Map([
  ['BLOCKED', 'blocked'],
  ['SUSPENDED', 'forbidden'],
  ['SETUP_TOKEN_WRONG', 'forbidden'],
  ['PASSKEY_REFUSED', 'sign_in_failed'],
  ['WRONG_ID_TOKEN', 'sign_in_failed'],
  ['ROLE_TOO_LOW', 'forbidden'],
  ['KEY_OUT_OF_SCOPE', 'forbidden'],
  ['KEY_WRONG_ADDRESS', 'forbidden'],
  ['KEY_READ_ONLY', 'forbidden'],
  ['KEY_NOT_A_PERSON', 'forbidden'],
]);

/** Who calls, once that is known: for the trail, where the call is refused afterwards. */
interface Who {
  actor?: AdminCaller['actor'] | UserActor | undefined;
}

function logRefusal({ services, caller }: Context, path: string, { actor }: Who, code: ErrorCode): void {
  const kind = LOGGED_REFUSALS.get(code);
  if (!kind) return;
  const realm = path.startsWith('admin.') ? 'admin' : 'user';
  recordSecurityEvent(services, caller, {
    kind,
    realm,
    actor: actor && { kind: actor.kind, id: actor.id, name: actor.name },
    detail: path,
  });
}

/** Gives a rule's refusal the status of the table; everything else stays an internal error. */
const toTrpcError = t.procedure.use(async ({ ctx, path, next }) => {
  const who: Who = {};
  const result = await next({ ctx: { who } });
  if (result.ok) return result;
  const refusal = domainErrorOf(result.error);
  if (!refusal) return result;
  logRefusal(ctx, path, who, refusal.code);
  throw new TRPCError({ code: errorTable[refusal.code].trpc, message: refusal.message, cause: refusal });
});

export const publicProcedure = toTrpcError;

/** Anybody who is not on a blocked address: signing in takes no session. */
export const guestProcedure = toTrpcError.use(async ({ ctx, next }) => {
  await refuseBlocked(ctx.services.kernel, ctx.caller.ip, null);
  return next();
});

/** What a procedure hands to a command of the core, which opens its transaction by itself. */
const getCommandContext = <By extends Actor | undefined>(
  ctx: Context,
  actor: By,
  sessionRows?: SessionRows,
): CommandContext<Services, By> => ({ ...ctx.services, actor, once: ctx.once, sessionRows });

/** A signed-in user, on an address and a device that are not blocked, within the person's rate limit. */
export const userProcedure = toTrpcError.use(async ({ ctx, meta, next, getRawInput }) => {
  const { session, sessionRows } = await authorizeUser(ctx, meta, getRawInput);
  const { person, device } = session;
  const { id, email, verified } = person;
  const actor: UserActor = { kind: 'user', id, name: email, ip: ctx.caller.ip, verified };
  const command = getCommandContext(ctx, actor, sessionRows);
  return next({ ctx: { session, user: { ...person, device }, actor, command } });
});

/**
 * Finds the session of a user's call, by the call's own statement where it declares one, and counts the call.
 * @throws DomainError NOT_SIGNED_IN, SUSPENDED, BLOCKED, TOO_MANY_REQUESTS
 */
async function authorizeUser(
  ctx: Context,
  { statement, cost }: Meta = {},
  rawInput: () => Promise<unknown>,
): Promise<{ session: UserSession; sessionRows: SessionRows | undefined }> {
  const { kernel, userSessions } = ctx.services;
  const personId = statement && userSessions.personSeenWith(ctx.cookieHeader);
  const isFoundAlone = statement?.writes && (personId === undefined || ctx.once !== undefined);
  const reading = isFoundAlone
    ? undefined
    : await statement?.readingOf(await rawInput(), { kernel, caller: ctx.caller, personId });
  // A statement that writes must not run beyond the limit.
  const countedFirst = reading && statement?.writes ? personId : undefined;
  if (countedFirst !== undefined) await countUserCall(ctx, countedFirst, cost);
  const session = await findUser(ctx, reading);
  if (!session) throw (await userSessions.whyEnded(ctx.cookieHeader)) ?? new DomainError('NOT_SIGNED_IN');
  if (countedFirst === undefined) await countCall(ctx, session, cost);
  return { session, sessionRows: reading && statement && { statement, rows: session.rows } };
}

/**
 * Lets a caller of the back-office in, or not.
 * @throws DomainError NOT_SIGNED_IN, TOO_MANY_REQUESTS, and as {@link requirePermission}
 */
async function authorizeAdmin(
  ctx: Context,
  caller: AdminCaller | undefined,
  { cost, permission }: { cost?: number | undefined; permission: Permission },
): Promise<AdminCaller> {
  if (!caller) throw new DomainError('NOT_SIGNED_IN');
  await countCall(ctx, caller, cost);
  requirePermission(ctx.services, caller, permission);
  return caller;
}

/**
 * The command of a signed-in admin who may make admins; without an actor for a stranger. Keys make no admins.
 * @throws DomainError as {@link admitted}
 */
export async function getAdminRegistrationContext(ctx: Context): Promise<CommandContext<Services, Actor | undefined>> {
  const caller = await findAdmin(ctx);
  if (caller) await authorizeAdmin(ctx, caller, { permission: capabilities.makeAdmins });
  return getCommandContext(ctx, caller?.actor);
}

/**
 * @throws DomainError ROLE_TOO_LOW, SECOND_FACTOR_NOT_SET, STEP_UP_REQUIRED for a person; KEY_NOT_A_PERSON,
 *   KEY_READ_ONLY or KEY_OUT_OF_SCOPE for a key
 */
function requirePermission({ operators }: Services, caller: AdminCaller, permission: Permission): void {
  const { role, scope, sensitive, beforeFactor } = permission;
  if (caller.kind === 'person') {
    const { person } = caller.session;
    if (!includesRole(person.role, role)) throw new DomainError('ROLE_TOO_LOW');
    const { secondFactorRequired } = operators;
    if (secondFactorRequired && !person.hasFactor && !beforeFactor) throw new DomainError('SECOND_FACTOR_NOT_SET');
    if (sensitive) requireRecentProof(operators, caller, sensitive === 'always');
    return;
  }
  if (scope === 'none') throw new DomainError('KEY_NOT_A_PERSON');
  if (scope === 'any' || caller.key.scopes.includes(scope)) return;
  throw new DomainError(caller.key.scope === 'read' ? 'KEY_READ_ONLY' : 'KEY_OUT_OF_SCOPE');
}

/**
 * Asks for a proof of the last minutes that it is the admin who acts. Keys are exempt, and, where no second factor is
 * required, admins without one.
 * @throws DomainError STEP_UP_REQUIRED
 */
function requireRecentProof(
  { secondFactorRequired }: Services['operators'],
  caller: AdminCaller,
  isStrict = false,
): void {
  if (caller.kind === 'service' || caller.session.person.provedLately) return;
  if (isStrict || secondFactorRequired || caller.session.person.hasFactor) throw new DomainError('STEP_UP_REQUIRED');
}

/** What the table asks for a path: the same one as the screens read. A path that it does not know is nobody's. */
function findPermission(path: string): Permission {
  const permission = getPermission(path);
  if (!permission) throw new Error(`${path} has no permission`);
  return permission;
}

/** A signed-in admin whose role allows it, or a service with a key whose scopes do. */
export const adminProcedure = toTrpcError.use(async ({ ctx, path, type, meta, next }) => {
  const caller = await findAdmin(ctx);
  ctx.who.actor = caller?.actor;
  const admin = await authorizeAdmin(ctx, caller, { cost: meta?.cost, permission: findPermission(path) });
  const { actor } = admin;
  const prove = () => requireRecentProof(ctx.services.operators, admin);
  return rememberWrite(ctx, type, actor, () =>
    next({ ctx: { actor, prove, command: { ...getCommandContext(ctx, actor), prove } } }),
  );
});

/** Lists and figures alone: what they read may come from a standby, and then be some seconds old. */
export const adminListProcedure = adminProcedure.use(({ ctx, next }) => {
  const kernel = ctx.services.reads.kernelOf(ctx.request, ctx.actor);
  return next({ ctx: { reading: { ...ctx.services, kernel } } });
});

/** Whoever has changed something reads it back from the database itself for a while, whichever way the call ends. */
async function rememberWrite<Result>(
  { services }: Context,
  type: ProcedureType,
  actor: Actor,
  work: () => Promise<Result>,
): Promise<Result> {
  if (type !== 'mutation') return work();
  services.reads.wrote(actor);
  try {
    return await work();
  } finally {
    services.reads.wrote(actor);
  }
}

/** A signed-in admin in person whose role allows it: for what is the admin's own, and for the keys themselves. */
export const adminPersonProcedure = toTrpcError.use(async ({ ctx, path, type, meta, next }) => {
  const caller = await findAdmin(ctx);
  ctx.who.actor = caller?.actor;
  if (caller?.kind === 'service') throw new DomainError('KEY_NOT_A_PERSON');
  await authorizeAdmin(ctx, caller, { cost: meta?.cost, permission: findPermission(path) });
  if (!caller) throw new DomainError('NOT_SIGNED_IN');
  const { session, actor } = caller;
  return rememberWrite(ctx, type, actor, () =>
    next({ ctx: { session, admin: session.person, actor, command: getCommandContext(ctx, actor) } }),
  );
});
