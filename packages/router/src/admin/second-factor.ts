import { totpCodeInput } from '@inaam/contracts/access/second-factor';
import { passkeyIdInput, passkeyInput } from '@inaam/contracts/account/account';
import {
  addAdminPasskey,
  confirmTotp,
  getAdminPasskeyCreationOptions,
  regenerateRecoveryCodes,
  removeAdminPasskey,
  removeTotp,
  totpEnrollment,
} from '@inaam/core/people/factors/commands';
import { getSecondFactor } from '@inaam/core/people/factors/queries';
import { adminPersonProcedure, router } from '../procedures.ts';

/** The admin's own second factor. Recovery codes are returned only when they are generated. */
export const secondFactor = router({
  get: adminPersonProcedure.query(({ ctx }) => getSecondFactor(ctx.services, ctx.admin.id)),

  totpEnrollment: adminPersonProcedure.mutation(({ ctx }) => totpEnrollment(ctx.command)),
  confirmTotp: adminPersonProcedure
    .input(totpCodeInput)
    .mutation(async ({ ctx, input }) => ({ recovery_codes: await confirmTotp(ctx.command, input.code) })),
  removeTotp: adminPersonProcedure.mutation(async ({ ctx }) => {
    await removeTotp(ctx.command);
    return {};
  }),

  passkeyCreationOptions: adminPersonProcedure.mutation(({ ctx }) => getAdminPasskeyCreationOptions(ctx.command)),
  addPasskey: adminPersonProcedure.input(passkeyInput).mutation(async ({ ctx, input }) => ({
    recovery_codes: await addAdminPasskey(ctx.command, input.name, input.made),
  })),
  removePasskey: adminPersonProcedure.input(passkeyIdInput).mutation(async ({ ctx, input }) => {
    await removeAdminPasskey(ctx.command, input.passkey_id);
    return {};
  }),

  newRecoveryCodes: adminPersonProcedure.mutation(async ({ ctx }) => ({
    recovery_codes: await regenerateRecoveryCodes(ctx.command),
  })),
});
