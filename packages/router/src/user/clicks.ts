import { clickInput } from '@inaam/contracts/clicks/click-offer';
import { click, clickStatement } from '@inaam/core/ledger/clicks/click';
import { router, userProcedure } from '../procedures.ts';

export const clicks = router({
  create: userProcedure
    .meta({ statement: clickStatement })
    .input(clickInput)
    .mutation(({ ctx, input }) =>
      click(ctx.command, { ...input, device: ctx.user.device, userAgent: ctx.caller.userAgent }),
    ),
});
