import {
  deliveryIdInput,
  deliveryListInput,
  endpointCreateInput,
  endpointIdInput,
  endpointUpdateInput,
  replayInput,
  rotateEndpointInput,
} from '@inaam/contracts/webhooks/webhooks';
import {
  createEndpoint,
  removeEndpoint,
  replayDeliveries,
  rotateEndpoint,
  testEndpoint,
  updateEndpoint,
} from '@inaam/core/outbox/webhooks/commands';
import { deliveryDetail, listDeliveries, listEndpoints } from '@inaam/core/outbox/webhooks/queries';
import { adminListProcedure, adminPersonProcedure, adminProcedure, router } from '../procedures.ts';

/** Service keys cannot manage webhooks: with an endpoint of its own, a key could read data beyond its scopes. */
export const webhooks = router({
  endpoints: adminProcedure.query(async ({ ctx }) => ({ endpoints: await listEndpoints(ctx.services.kernel) })),

  create: adminPersonProcedure.input(endpointCreateInput).mutation(async ({ ctx, input }) => ({
    ...(await createEndpoint(ctx.command, input)),
    message: 'Endpoint added',
  })),

  update: adminPersonProcedure.input(endpointUpdateInput).mutation(async ({ ctx, input }) => {
    await updateEndpoint(ctx.command, input);
    return { message: 'Endpoint saved' };
  }),

  rotateSecret: adminPersonProcedure.input(rotateEndpointInput).mutation(async ({ ctx, input }) => ({
    ...(await rotateEndpoint(ctx.command, input)),
    message: 'Secret rotated',
  })),

  remove: adminPersonProcedure.input(endpointIdInput).mutation(async ({ ctx, input }) => {
    await removeEndpoint(ctx.command, input.endpoint_id);
    return { message: 'Endpoint removed' };
  }),

  test: adminPersonProcedure
    .meta({ cost: 5 })
    .input(endpointIdInput)
    .mutation(({ ctx, input }) => testEndpoint(ctx.command, input.endpoint_id)),

  deliveries: adminListProcedure
    .input(deliveryListInput.prefault({}))
    .query(({ ctx, input }) => listDeliveries(ctx.reading.kernel, input)),

  delivery: adminProcedure
    .input(deliveryIdInput)
    .query(({ ctx, input }) => deliveryDetail(ctx.services.kernel, input.delivery_id)),

  replay: adminPersonProcedure.input(replayInput).mutation(async ({ ctx, input }) => ({
    deliveries: await replayDeliveries(ctx.command, input),
    message: 'Deliveries queued again',
  })),
});
