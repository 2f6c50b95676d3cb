export { invalidateList } from '../list-cache/store.ts';
export { offerDetail } from './detail.ts';
export { listOffersForAdmin } from './list-for-admin.ts';
export { listOffersForUser, offersStatement } from './list-for-user.ts';
