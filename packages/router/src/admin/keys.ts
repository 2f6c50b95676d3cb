import {
  handOverKeyInput,
  type ServiceKeyList,
  serviceKeyIdInput,
  serviceKeyInput,
} from '@inaam/contracts/access/api-keys';
import { handOverKey, issueKey, listKeys, revokeKey } from '@inaam/core/people/keys/api-keys';
import { adminPersonProcedure, router } from '../procedures.ts';

/** Service keys. Keys cannot manage keys, so that no key issues another. */
export const keys = router({
  list: adminPersonProcedure.query(({ ctx }): Promise<ServiceKeyList> => listKeys(ctx.services.kernel)),

  issue: adminPersonProcedure.input(serviceKeyInput).mutation(async ({ ctx, input }) => ({
    key: await issueKey(ctx.command, input),
    message: 'Service key issued',
  })),

  /** Makes another admin responsible for a key. A key is revoked together with the account of its responsible admin. */
  handOver: adminPersonProcedure.input(handOverKeyInput).mutation(async ({ ctx, input }) => {
    await handOverKey(ctx.command, input);
    return { message: 'Service key handed over' };
  }),

  revoke: adminPersonProcedure.input(serviceKeyIdInput).mutation(async ({ ctx, input }) => {
    await revokeKey(ctx.command, ctx.caller, input.key_id);
    return { message: 'Service key revoked' };
  }),
});
