import { DomainError } from '@inaam/contracts/common/errors';
import { spinInput } from '@inaam/contracts/spins/spins';
import { spin } from '@inaam/core/spins/spin';
import { router, userProcedure } from '../procedures.ts';

export const spins = router({
  /** @throws DomainError EMAIL_NOT_VERIFIED: the first spin waits until the person can be reached */
  spin: userProcedure.input(spinInput).mutation(({ ctx, input }) => {
    if (ctx.services.accounts.verifyBeforeSpin && !ctx.user.verified) throw new DomainError('EMAIL_NOT_VERIFIED');
    return spin(ctx.command, input);
  }),
});
