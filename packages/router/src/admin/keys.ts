import {
  handOverKeyInput,
  type ServiceKeyList,
  serviceKeyIdInput,
  serviceKeyInput,
} from '@inaam/contracts/access/api-keys';
import { handOverKey, issueKey, listKeys, revokeKey } from '@inaam/core/people/keys/api-keys';
import { adminPersonProcedure, router } from '../procedures.ts';

/** Service keys: for people alone, so that no key makes another. */
export const keys = router({
  list: adminPersonProcedure.query(({ ctx }): Promise<ServiceKeyList> => listKeys(ctx.services.kernel)),

  issue: adminPersonProcedure.input(serviceKeyInput).mutation(async ({ ctx, input }) => ({
    key: await issueKey(ctx.command, input),
    message: 'Service key issued',
  })),

  /** Keys end with who answers for them: from now on somebody else does. */
  handOver: adminPersonProcedure.input(handOverKeyInput).mutation(async ({ ctx, input }) => {
    await handOverKey(ctx.command, input);
    return { message: 'Service key handed over' };
  }),

  revoke: adminPersonProcedure.input(serviceKeyIdInput).mutation(async ({ ctx, input }) => {
    await revokeKey(ctx.command, ctx.caller, input.key_id);
    return { message: 'Service key revoked' };
  }),
});
