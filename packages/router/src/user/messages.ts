import { bellReadInput, messageChoice, pushSubscription } from '@inaam/contracts/messages/messages';
import {
  markRead,
  setNotificationPreference,
  subscribe,
  unsubscribeBrowser,
} from '@inaam/core/outbox/messages/commands';
import { getNotificationPreferences, getNotifications, getPushState } from '@inaam/core/outbox/messages/queries';
import { router, userProcedure } from '../procedures.ts';

export const messages = router({
  choices: userProcedure.query(({ ctx }) => getNotificationPreferences(ctx.services, ctx.user.id)),

  choose: userProcedure.input(messageChoice).mutation(async ({ ctx, input }) => {
    await setNotificationPreference(ctx.command, input);
    return {};
  }),

  bell: userProcedure.query(({ ctx }) => getNotifications(ctx.services, ctx.user)),

  read: userProcedure.input(bellReadInput).mutation(async ({ ctx, input }) => {
    await markRead(ctx.command, input);
    return {};
  }),

  /** Whether this session's browser gets push messages, and the key to subscribe with. */
  push: userProcedure.query(({ ctx }) => getPushState(ctx.services, ctx.session.sessionId)),

  subscribe: userProcedure.input(pushSubscription).mutation(async ({ ctx, input }) => {
    await subscribe(ctx.command, ctx.session.sessionId, input);
    return {};
  }),

  unsubscribe: userProcedure.mutation(async ({ ctx }) => {
    await unsubscribeBrowser(ctx.command, ctx.session.sessionId);
    return {};
  }),
});
