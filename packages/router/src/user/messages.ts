import { messageChoice } from '@inaam/contracts/messages/messages';
import { chooseMessages, messageChoicesOf } from '@inaam/core/messages/choices';
import { router, userProcedure } from '../procedures.ts';

export const messages = router({
  choices: userProcedure.query(({ ctx }) => messageChoicesOf(ctx.services, ctx.user.id)),

  choose: userProcedure.input(messageChoice).mutation(async ({ ctx, input }) => {
    await chooseMessages(ctx.command, input);
    return {};
  }),
});
