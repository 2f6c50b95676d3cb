import { bellReadInput, messageChoice, pushSubscription } from '@inaam/contracts/messages/messages';
import { chooseMessages, markRead, subscribe, unsubscribeBrowser } from '@inaam/core/outbox/messages/commands';
import { bellOf, messageChoicesOf, pushStateOf } from '@inaam/core/outbox/messages/queries';
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
