import { capabilities, getPermission, includesRole, type Permission } from '@inaam/contracts/access/permissions';
import { DomainError, type ErrorCode, errorTable, findDomainError } from '@inaam/contracts/common/errors';
import type { SecurityEventKind } from '@inaam/contracts/security-events/security-events';
import type { Actor, UserActor } from '@inaam/core/kernel/actor';
import type { SessionRows, SessionStatement } from '@inaam/core/kernel/caller';
import type { CommandContext } from '@inaam/core/kernel/command';
import { recordSecurityEvent } from '@inaam/core/people/security-events/security-event-log';
import { refuseBlocked } from '@inaam/core/people/sessions/services';
import type { Services } from '@inaam/core/services';
import { initTRPC, type TRPCProcedureType as ProcedureType, TRPCError } from '@trpc/server';
import { type AdminCaller, countCall, countUserCall, findAdmin, findUser, requireUserAddress } from './callers.ts';
import type { Context, UserSession } from './context.ts';
import { toPublicError } from './public-error.ts';

/** Authorisation: the only place that decides who may call what. */

interface Meta {
  /** As how many calls this call counts in the caller's rate limit; 1 by default. */
  cost?: number;
  /** For a frequent call: one statement that finds the session and does the work of the call. */
  sessionStatement?: SessionStatement<object>;
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

/** Refusals that are logged as security events. */
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

/** The caller as soon as it is known, for the security event of a later refusal. */
interface CallActor {
  actor?: AdminCaller['actor'] | UserActor | undefined;
}

function logRefusal({ services, caller }: Context, path: string, { actor }: CallActor, code: ErrorCode): void {
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

/**
 * Converts a refusal to an error with its status, and logs it if it is in {@link LOGGED_REFUSALS}. Clients learn
 * nothing about any other error.
 */
const toTrpcError = t.procedure.use(async ({ ctx, path, next }) => {
  const callActor: CallActor = {};
  const result = await next({ ctx: { callActor } });
  if (result.ok) return result;
  const refusal = findDomainError(result.error);
  if (!refusal) return result;
  logRefusal(ctx, path, callActor, refusal.code);
  throw new TRPCError({ code: errorTable[refusal.code].trpc, message: refusal.message, cause: refusal });
});

export const publicProcedure = toTrpcError;

/** For sign-ups and sign-ins of users. The commands in core check blocks and limits. */
export const signInProcedure = toTrpcError.use(({ ctx, next }) => {
  requireUserAddress(ctx);
  return next();
});

/** For sign-ins of admins. They are limited by IP address, so the IP address must be known. */
export const adminSignInProcedure = toTrpcError.use(({ ctx, next }) => {
  if (ctx.caller.ip === null) throw new DomainError('ADDRESS_UNKNOWN');
  return next();
});

/** For anybody, signed in or not, except from a blocked IP address. */
export const guestProcedure = signInProcedure.use(async ({ ctx, next }) => {
  await refuseBlocked(ctx.services.kernel, ctx.caller.ip, null);
  return next();
});

/** Builds the context of a core command, which opens its own transaction. */
const getCommandContext = <By extends Actor | undefined>(
  ctx: Context,
  actor: By,
  sessionRows?: SessionRows,
): CommandContext<Services, By> => ({
  ...ctx.services,
  actor,
  runOnceKey: ctx.runOnceKey,
  discardsAnswer: ctx.discardsAnswer,
  sessionRows,
});

/** For a signed-in user within the rate limit, whose IP address and device are not blocked. */
export const userProcedure = toTrpcError.use(async ({ ctx, meta, next, getRawInput }) => {
  const { session, sessionRows } = await authorizeUser(ctx, meta, getRawInput);
  const { person, device } = session;
  const { id, email, verified } = person;
  const actor: UserActor = { kind: 'user', id, name: email, ip: ctx.caller.ip, verified };
  const command = getCommandContext(ctx, actor, sessionRows);
  return next({ ctx: { session, user: { ...person, device }, actor, command } });
});

/**
 * Finds the session of a user, by the procedure's `sessionStatement` if there is one, and counts the call.
 * @throws DomainError NOT_SIGNED_IN, SUSPENDED, BLOCKED, TOO_MANY_REQUESTS
 */
async function authorizeUser(
  ctx: Context,
  { sessionStatement, cost }: Meta = {},
  rawInput: () => Promise<unknown>,
): Promise<{ session: UserSession; sessionRows: SessionRows | undefined }> {
  const { kernel, userSessions } = ctx.services;
  const personId = sessionStatement && userSessions.getCachedPersonId(ctx.cookieHeader);
  const isFoundAlone = sessionStatement?.writes && (personId === undefined || ctx.runOnceKey !== undefined);
  const reading = isFoundAlone
    ? undefined
    : await sessionStatement?.getCallerQuery(await rawInput(), { kernel, caller: ctx.caller, personId });
  // A statement that writes must not run above the rate limit, so the call is counted before the statement runs.
  const countedPersonId = reading && sessionStatement?.writes ? personId : undefined;
  if (countedPersonId !== undefined) await countUserCall(ctx, countedPersonId, cost);
  const session = await findUser(ctx, reading);
  if (!session) throw (await userSessions.getEndReason(ctx.cookieHeader)) ?? new DomainError('NOT_SIGNED_IN');
  if (countedPersonId === undefined) await countCall(ctx, session, cost);
  return { session, sessionRows: reading && sessionStatement && { statement: sessionStatement, rows: session.rows } };
}

/**
 * Counts the call of an admin or a service, and checks its permission.
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
 * Builds the command context for registering an admin; without an actor when nobody is signed in. Keys are refused.
 * @throws DomainError as {@link authorizeAdmin}
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
function requirePermission({ backOfficePolicy }: Services, caller: AdminCaller, permission: Permission): void {
  const { role, scope, sensitive, beforeFactor } = permission;
  if (caller.kind === 'person') {
    const { person } = caller.session;
    if (!includesRole(person.role, role)) throw new DomainError('ROLE_TOO_LOW');
    const { secondFactorRequired } = backOfficePolicy;
    if (secondFactorRequired && !person.hasFactor && !beforeFactor) throw new DomainError('SECOND_FACTOR_NOT_SET');
    if (sensitive) requireRecentProof(backOfficePolicy, caller, sensitive === 'always');
    return;
  }
  if (scope === 'none') throw new DomainError('KEY_NOT_A_PERSON');
  if (scope === 'any' || caller.key.scopes.includes(scope)) return;
  throw new DomainError(caller.key.scope === 'read' ? 'KEY_READ_ONLY' : 'KEY_OUT_OF_SCOPE');
}

/**
 * Requires that the admin proved their identity in the last minutes. Service keys are exempt. Admins without a second
 * factor are exempt while no factor is required, unless `isStrict`.
 * @throws DomainError STEP_UP_REQUIRED
 */
function requireRecentProof(
  { secondFactorRequired }: Services['backOfficePolicy'],
  caller: AdminCaller,
  isStrict = false,
): void {
  if (caller.kind === 'service' || caller.session.person.isRecentlyAuthenticated) return;
  if (isStrict || secondFactorRequired || caller.session.person.hasFactor) throw new DomainError('STEP_UP_REQUIRED');
}

/** Finds the permission in the table that the screens also use. Refuses a path without a permission. */
function findPermission(path: string): Permission {
  const permission = getPermission(path);
  if (!permission) throw new Error(`${path} has no permission`);
  return permission;
}

/** For a signed-in admin whose role allows it, or a service key with the scope. */
export const adminProcedure = toTrpcError.use(async ({ ctx, path, type, meta, next }) => {
  const caller = await findAdmin(ctx);
  ctx.callActor.actor = caller?.actor;
  const admin = await authorizeAdmin(ctx, caller, { cost: meta?.cost, permission: findPermission(path) });
  const { actor } = admin;
  const requireStepUp = () => requireRecentProof(ctx.services.backOfficePolicy, admin);
  return rememberWrite(ctx, type, actor, () =>
    next({ ctx: { actor, requireStepUp, command: { ...getCommandContext(ctx, actor), requireStepUp } } }),
  );
});

/** For lists and figures, which may read from a standby that is some seconds behind. */
export const adminListProcedure = adminProcedure.use(({ ctx, next }) => {
  const kernel = ctx.services.reads.getKernel(ctx.request, ctx.actor);
  return next({ ctx: { reading: { ...ctx.services, kernel } } });
});

/** After a mutation the actor reads from the primary for a while, even if the mutation fails. */
async function rememberWrite<Result>(
  { services }: Context,
  type: ProcedureType,
  actor: Actor,
  work: () => Promise<Result>,
): Promise<Result> {
  if (type !== 'mutation') return work();
  services.reads.recordWrite(actor);
  try {
    return await work();
  } finally {
    services.reads.recordWrite(actor);
  }
}

/** For a signed-in admin whose role allows it. Service keys are refused; for example, they must not manage keys. */
export const adminPersonProcedure = toTrpcError.use(async ({ ctx, path, type, meta, next }) => {
  const caller = await findAdmin(ctx);
  ctx.callActor.actor = caller?.actor;
  const admin = await authorizeAdmin(ctx, caller, { cost: meta?.cost, permission: findPermission(path) });
  // The permission check has already refused keys.
  if (admin.kind === 'service') throw new DomainError('KEY_NOT_A_PERSON');
  const { session, actor } = admin;
  return rememberWrite(ctx, type, actor, () =>
    next({ ctx: { session, admin: session.person, actor, command: getCommandContext(ctx, actor) } }),
  );
});
