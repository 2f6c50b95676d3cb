export { buildTestUrl } from './detail.ts';
export { updateFinishRates } from './rates.ts';
export { changeOffers, createOffer, deactivateOffer, updateOffer } from './save.ts';
