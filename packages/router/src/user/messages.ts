import { bellReadInput, messageChoice, pushSubscription } from '@inaam/contracts/messages/messages';
import { bellOf, markRead } from '@inaam/core/outbox/messages/bell';
import { chooseMessages, messageChoicesOf } from '@inaam/core/outbox/messages/choices';
import { pushStateOf, subscribe, unsubscribeBrowser } from '@inaam/core/outbox/messages/subscriptions';
import { router, userProcedure } from '../procedures.ts';

export const messages = router({
  choices: userProcedure.query(({ ctx }) => messageChoicesOf(ctx.services, ctx.user.id)),

  choose: userProcedure.input(messageChoice).mutation(async ({ ctx, input }) => {
    await chooseMessages(ctx.command, input);
    return {};
  }),

  /** What the bell shows. */
  bell: userProcedure.query(({ ctx }) => bellOf(ctx.services, ctx.user)),

  read: userProcedure.input(bellReadInput).mutation(async ({ ctx, input }) => {
    await markRead(ctx.command, input);
    return {};
  }),

  /** Whether this session's browser is told by push, and with which key it subscribes. */
  push: userProcedure.query(({ ctx }) => pushStateOf(ctx.services, ctx.session.sessionId)),

  subscribe: userProcedure.input(pushSubscription).mutation(async ({ ctx, input }) => {
    await subscribe(ctx.command, ctx.session.sessionId, input);
    return {};
  }),

  unsubscribe: userProcedure.mutation(async ({ ctx }) => {
    await unsubscribeBrowser(ctx.command, ctx.session.sessionId);
    return {};
  }),
});
