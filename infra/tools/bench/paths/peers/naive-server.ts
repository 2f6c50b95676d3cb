import { initTRPC, TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import Fastify, { type FastifyRequest } from 'fastify';
import postgres from 'postgres';
import { z } from 'zod';
import { clicks, completions, counters, offers, sessions, spins, users, vouchers } from './naive-tables.ts';

/**
 * The job as the documentation of Drizzle and tRPC shows it: the query builder, a transaction for a spin, the official
 * adapter, nothing prepared. It is here to be measured beside the product, and serves nobody.
 */

const db = drizzle(postgres(process.env['DATABASE_URL'] ?? '', { max: 16, onnotice: () => {} }));
const t = initTRPC.context<{ cookie: string }>().create();

const signedIn = t.procedure.use(async ({ ctx, next }) => {
  const secret = /session=(\w+)/.exec(ctx.cookie)?.[1] ?? '';
  const [person] = await db
    .select({ id: users.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, secret), gt(sessions.expiresAt, new Date()), isNull(users.suspendedAt)));
  if (!person) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next({ ctx: { person } });
});

const AMOUNTS = [500, 1000, 2000, 5000, 10_000];

const router = t.router({
  spin: signedIn.input(z.object({ completionId: z.int() })).mutation(({ ctx, input }) =>
    db.transaction(async (tx) => {
      const [completion] = await tx
        .select()
        .from(completions)
        .where(and(eq(completions.id, input.completionId), eq(completions.userId, ctx.person.id)))
        .for('update');
      if (!completion || completion.spun) throw new TRPCError({ code: 'CONFLICT' });
      const [offer] = await tx.select().from(offers).where(eq(offers.id, completion.offerId));
      const amount = AMOUNTS[completion.id % 5] ?? 500;
      const [voucher] = await tx
        .select()
        .from(vouchers)
        .where(and(eq(vouchers.amountPaise, amount), eq(vouchers.status, 'available')))
        .orderBy(asc(vouchers.expiryDate), asc(vouchers.id))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!voucher) throw new TRPCError({ code: 'CONFLICT' });
      await tx
        .update(vouchers)
        .set({ status: 'assigned', completionId: completion.id })
        .where(eq(vouchers.id, voucher.id));
      await tx.update(completions).set({ spun: true }).where(eq(completions.id, completion.id));
      await tx.insert(spins).values({
        completionId: completion.id,
        userId: ctx.person.id,
        roll: 500,
        amountPaise: amount,
        voucherId: voucher.id,
      });
      await tx
        .update(counters)
        .set({ spins: sql`${counters.spins} + 1`, wonPaise: sql`${counters.wonPaise} + ${amount}` })
        .where(eq(counters.userId, ctx.person.id));
      return { offer: offer?.title, amount: amount / 100, code: voucher.code, brand: voucher.brand };
    }),
  ),

  click: signedIn.input(z.object({ offerId: z.int() })).mutation(async ({ ctx, input }) => {
    const [offer] = await db
      .select()
      .from(offers)
      .where(and(eq(offers.id, input.offerId), eq(offers.active, true)));
    if (!offer) throw new TRPCError({ code: 'NOT_FOUND' });
    const clickId = crypto.randomUUID();
    await db.insert(clicks).values({ clickId, userId: ctx.person.id, offerId: offer.id });
    return { redirectUrl: offer.url.replace('{click_id}', clickId) };
  }),

  offers: signedIn.query(async ({ ctx }) => {
    const rows = await db
      .select()
      .from(offers)
      .leftJoin(completions, and(eq(completions.offerId, offers.id), eq(completions.userId, ctx.person.id)))
      .leftJoin(spins, eq(spins.completionId, completions.id))
      .leftJoin(vouchers, eq(vouchers.completionId, completions.id))
      .where(or(eq(offers.active, true), sql`${completions.id} is not null`))
      .orderBy(desc(offers.createdAt), desc(offers.id));
    return rows.map((row) => ({
      ...row.offers,
      completedAt: row.completions?.completedAt ?? null,
      amount: row.spins ? row.spins.amountPaise / 100 : null,
      code: row.vouchers?.code ?? null,
    }));
  }),
});

const server = Fastify();
server.get('/health', () => ({ ok: true }));
await server.register(fastifyTRPCPlugin, {
  prefix: '/trpc',
  trpcOptions: {
    router,
    createContext: ({ req }: { req: FastifyRequest }) => ({ cookie: req.headers.cookie ?? '' }),
  },
});
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
