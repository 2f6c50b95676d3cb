import { messageListInput } from '@inaam/contracts/messages/messages';
import { listMessages } from '@inaam/core/outbox/messages/queries';
import { adminListProcedure, router } from '../procedures.ts';

export const messages = router({
  list: adminListProcedure
    .input(messageListInput.prefault({}))
    .query(({ ctx, input }) => listMessages(ctx.reading, input)),
});
