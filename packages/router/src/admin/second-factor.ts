import { totpCodeInput } from '@inaam/contracts/access/second-factor';
import { passkeyIdInput, passkeyInput } from '@inaam/contracts/account/account';
import {
  addAdminPasskey,
  adminPasskeyToMake,
  confirmTotp,
  newRecoveryCodes,
  removeAdminPasskey,
  removeTotp,
  totpToMake,
} from '@inaam/core/people/factors/commands';
import { secondFactorOf } from '@inaam/core/people/factors/queries';
import { adminPersonProcedure, router } from '../procedures.ts';

/** One's own second factor. Recovery codes are answered once, with the first factor. */
export const secondFactor = router({
  get: adminPersonProcedure.query(({ ctx }) => secondFactorOf(ctx.services, ctx.admin.id)),

  totpToMake: adminPersonProcedure.mutation(({ ctx }) => totpToMake(ctx.command)),
  confirmTotp: adminPersonProcedure
    .input(totpCodeInput)
    .mutation(async ({ ctx, input }) => ({ recovery_codes: await confirmTotp(ctx.command, input.code) })),
  removeTotp: adminPersonProcedure.mutation(async ({ ctx }) => {
    await removeTotp(ctx.command);
    return {};
  }),

  passkeyToMake: adminPersonProcedure.mutation(({ ctx }) => adminPasskeyToMake(ctx.command)),
  addPasskey: adminPersonProcedure.input(passkeyInput).mutation(async ({ ctx, input }) => ({
    recovery_codes: await addAdminPasskey(ctx.command, input.name, input.made),
  })),
  removePasskey: adminPersonProcedure.input(passkeyIdInput).mutation(async ({ ctx, input }) => {
    await removeAdminPasskey(ctx.command, input.passkey_id);
    return {};
  }),

  newRecoveryCodes: adminPersonProcedure.mutation(async ({ ctx }) => ({
    recovery_codes: await newRecoveryCodes(ctx.command),
  })),
});
