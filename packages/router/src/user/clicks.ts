import { clickInput } from '@inaam/contracts/clicks/click-offer';
import { click, startingOffer } from '@inaam/core/ledger/clicks/click';
import { router, userProcedureActing } from '../procedures.ts';

export const clicks = router({
  create: userProcedureActing(async (input, caller) => {
    const parsed = clickInput.safeParse(input);
    return parsed.success ? startingOffer(parsed.data, caller) : undefined;
  })
    .input(clickInput)
    .mutation(({ ctx, input }) =>
      click(ctx.command, { ...input, device: ctx.user.device, userAgent: ctx.caller.userAgent }, ctx.done),
    ),
});
