export { createWebhookSender, type WebhookSender } from './deliver.ts';
export { deleteOldDeliveries, replayDeliveries, testEndpoint } from './deliveries.ts';
export { createEndpoint, removeEndpoint, rotateEndpoint, updateEndpoint } from './endpoints.ts';
