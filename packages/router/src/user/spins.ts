import { DomainError } from '@inaam/contracts/common/errors';
import { spinInput } from '@inaam/contracts/spins/spins';
import { spin, spinnableReading } from '@inaam/core/ledger/spins/commands';
import { router, userProcedureReading } from '../procedures.ts';

/** The offer that an input names, before it is judged; NaN for none. Anything may have been sent. */
function offerIn(input: unknown): number {
  const { offerId, offer_id: alias } = (input ?? {}) as { offerId?: unknown; offer_id?: unknown };
  const id = offerId ?? alias;
  return typeof id === 'number' || (typeof id === 'string' && id.trim() !== '') ? Number(id) : Number.NaN;
}

export const spins = router({
  /** @throws DomainError EMAIL_NOT_VERIFIED: the first spin waits until the person can be reached */
  spin: userProcedureReading((input) => {
    const offerId = offerIn(input);
    return Number.isSafeInteger(offerId) ? spinnableReading(offerId) : undefined;
  })
    .input(spinInput)
    .mutation(({ ctx, input }) => {
      if (ctx.services.accounts.verifyBeforeSpin && !ctx.user.verified) throw new DomainError('EMAIL_NOT_VERIFIED');
      return spin(ctx.command, input, ctx.rows?.[0]);
    }),
});
