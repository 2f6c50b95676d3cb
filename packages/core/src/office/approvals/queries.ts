export { listRequests } from './list.ts';
