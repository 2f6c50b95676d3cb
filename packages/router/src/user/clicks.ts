import { clickInput } from '@inaam/contracts/clicks/click-offer';
import { click } from '@inaam/core/clicks/click';
import { router, userProcedure } from '../procedures.ts';

export const clicks = router({
  create: userProcedure.input(clickInput).mutation(({ ctx, input }) =>
    click(ctx.command, {
      ...input,
      device: ctx.user.device,
      userAgent: ctx.caller.userAgent,
    }),
  ),
});
