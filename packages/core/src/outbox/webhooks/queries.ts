export { deliveryDetail, listDeliveries } from './deliveries.ts';
export { listEndpoints } from './endpoints.ts';
