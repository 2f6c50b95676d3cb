import { messageListInput } from '@inaam/contracts/messages/messages';
import { listMessages } from '@inaam/core/messages/list';
import { adminProcedure, router } from '../procedures.ts';

export const messages = router({
  list: adminProcedure
    .input(messageListInput.prefault({}))
    .query(({ ctx, input }) => listMessages(ctx.services, input)),
});
