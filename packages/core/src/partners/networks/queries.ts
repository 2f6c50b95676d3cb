export { networkHealth } from './health.ts';
export { getNetwork, listNetworks } from './list.ts';
