import { clickInput } from '@inaam/contracts/clicks/click-offer';
import { clickStatement, recordClick } from '@inaam/core/ledger/clicks/click';
import { router, userProcedure } from '../procedures.ts';

export const clicks = router({
  create: userProcedure
    .meta({ sessionStatement: clickStatement })
    .input(clickInput)
    .mutation(({ ctx, input }) =>
      recordClick(ctx.command, { ...input, device: ctx.user.device, userAgent: ctx.caller.userAgent }),
    ),
});
