import {
  handOverKeyInput,
  type ServiceKeyListing,
  serviceKeyIdInput,
  serviceKeyInput,
} from '@inaam/contracts/access/api-keys';
import { handOverKey, issueKey, listKeys, revokeKey } from '@inaam/core/people/keys/api-keys';
import { securityEvent } from '@inaam/core/people/security-events/trail';
import { adminPersonProcedure, router } from '../procedures.ts';

/** Service keys: for people alone, so that no key makes another. */
export const keys = router({
  list: adminPersonProcedure.query(({ ctx }): Promise<ServiceKeyListing> => listKeys(ctx.services.kernel)),

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
    const { id, name } = ctx.actor;
    const isRevoked = await revokeKey(ctx.command, input.key_id);
    if (isRevoked) {
      const actor = { kind: 'admin', id, name } as const;
      securityEvent(ctx.services, ctx.caller, {
        kind: 'key_revoked',
        realm: 'admin',
        actor,
        detail: `key ${input.key_id}`,
      });
    }
    return { message: 'Service key revoked' };
  }),
});
