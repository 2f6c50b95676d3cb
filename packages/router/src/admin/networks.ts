import { healthInput } from '@inaam/contracts/networks/health';
import {
  networkCreateInput,
  networkIdInput,
  networkUpdateInput,
  rotateSecretInput,
} from '@inaam/contracts/networks/networks';
import { networkTests, testNetwork } from '@inaam/core/networks/conformance/run';
import { networkHealth } from '@inaam/core/networks/health';
import { getNetwork, listNetworks } from '@inaam/core/networks/list';
import { networkView } from '@inaam/core/networks/network-view';
import { presets } from '@inaam/core/networks/presets/presets';
import { createNetwork, revealPostbackUrl, rotateSecret, updateNetwork } from '@inaam/core/networks/save';
import { rejudgeParked } from '@inaam/core/postbacks/replay';
import { adminPersonProcedure, adminProcedure, router } from '../procedures.ts';
import { feed } from './feed.ts';

export const networks = router({
  feed,

  list: adminProcedure.query(({ ctx }) => listNetworks(ctx.services.kernel)),

  presets: adminProcedure.query(() => ({ presets: [...presets] })),

  get: adminProcedure
    .input(networkIdInput)
    .query(({ ctx, input }) => getNetwork(ctx.services.kernel, ctx.services.appOrigin, input.network_id)),

  create: adminPersonProcedure.input(networkCreateInput).mutation(async ({ ctx, input }) => {
    const { kernel, appOrigin } = ctx.services;
    const row = await kernel.write((tx) => createNetwork(tx, kernel.secrets, ctx.actor, input));
    return { network: networkView(appOrigin, row), message: 'Network created successfully' };
  }),

  /** Parked calls that the new settings understand are counted at once. */
  update: adminPersonProcedure.input(networkUpdateInput).mutation(async ({ ctx, input }) => {
    const { kernel, appOrigin } = ctx.services;
    const row = await kernel.write((tx) => updateNetwork(tx, kernel.secrets, ctx.actor, input));
    await rejudgeParked(kernel, ctx.actor);
    return { network: networkView(appOrigin, row), message: 'Network updated successfully' };
  }),

  /** Calls that waited for a key which could be opened are counted at once. */
  rotateSecret: adminPersonProcedure.input(rotateSecretInput).mutation(async ({ ctx, input }) => {
    const { kernel, appOrigin } = ctx.services;
    const row = await kernel.write((tx) => rotateSecret(tx, kernel.secrets, ctx.actor, input));
    await rejudgeParked(kernel, ctx.actor);
    return { network: networkView(appOrigin, row), message: 'Secret rotated successfully' };
  }),

  postbackUrl: adminPersonProcedure
    .input(networkIdInput)
    .mutation(({ ctx: { services, actor }, input }) =>
      services.kernel.write((tx) =>
        revealPostbackUrl(tx, services.kernel.secrets, actor, services.appOrigin, input.network_id),
      ),
    ),

  health: adminProcedure
    .input(healthInput)
    .query(({ ctx, input }) => networkHealth(ctx.services.kernel, input.network_id, input.days)),

  /** Many calls at once: it costs accordingly. Nothing is written but the report. */
  test: adminPersonProcedure
    .meta({ cost: 20 })
    .input(networkIdInput)
    .mutation(({ ctx, input }) =>
      testNetwork(ctx.services.kernel, ctx.actor, ctx.services.appOrigin, input.network_id),
    ),

  tests: adminProcedure
    .input(networkIdInput)
    .query(({ ctx, input }) => networkTests(ctx.services.kernel, input.network_id)),
});
