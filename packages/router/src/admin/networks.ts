import { healthInput } from '@inaam/contracts/networks/health';
import {
  networkCreateInput,
  networkIdInput,
  networkUpdateInput,
  rotateSecretInput,
} from '@inaam/contracts/networks/networks';
import { listNetworkTests, testNetwork } from '@inaam/core/partners/conformance/run';
import { getNetworkSetup } from '@inaam/core/partners/conformance/setup';
import { createNetwork, revealPostbackUrl, rotateSecret, updateNetwork } from '@inaam/core/partners/networks/commands';
import { getNetwork, listNetworks, networkHealth } from '@inaam/core/partners/networks/queries';
import { ownPreset, presets } from '@inaam/core/partners/presets/presets';
import { adminPersonProcedure, adminProcedure, router } from '../procedures.ts';
import { feed } from './feed.ts';
import { statements } from './statements.ts';

export const networks = router({
  feed,
  statements,

  list: adminProcedure.query(({ ctx }) => listNetworks(ctx.services)),

  presets: adminProcedure.query(() => ({ presets: [...presets], own: ownPreset })),

  get: adminProcedure.input(networkIdInput).query(({ ctx, input }) => getNetwork(ctx.services, input.network_id)),

  setup: adminProcedure
    .input(networkIdInput)
    .query(({ ctx, input }) => getNetworkSetup(ctx.services, input.network_id)),

  create: adminPersonProcedure.input(networkCreateInput).mutation(async ({ ctx, input }) => ({
    network: await createNetwork(ctx.command, input),
    message: 'Network created successfully',
  })),

  update: adminPersonProcedure.input(networkUpdateInput).mutation(async ({ ctx, input }) => ({
    network: await updateNetwork(ctx.command, input),
    message: 'Network updated successfully',
  })),

  rotateSecret: adminPersonProcedure.input(rotateSecretInput).mutation(async ({ ctx, input }) => ({
    network: await rotateSecret(ctx.command, input),
    message: 'Secret rotated successfully',
  })),

  postbackUrl: adminPersonProcedure
    .input(networkIdInput)
    .mutation(({ ctx, input }) => revealPostbackUrl(ctx.command, input.network_id)),

  health: adminProcedure
    .input(healthInput)
    .query(({ ctx, input }) => networkHealth(ctx.services.kernel, input.network_id, input.days)),

  /** Sends many test postbacks, so it counts as 20 calls for the rate limit. It stores only the report. */
  test: adminPersonProcedure
    .meta({ cost: 20 })
    .input(networkIdInput)
    .mutation(({ ctx, input }) => testNetwork(ctx.command, input.network_id)),

  tests: adminProcedure
    .input(networkIdInput)
    .query(({ ctx, input }) => listNetworkTests(ctx.services.kernel, input.network_id)),
});
