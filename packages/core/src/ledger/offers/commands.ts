export { testClick } from './detail.ts';
export { countOfferRates } from './rates.ts';
export { changeOffers, createOffer, deactivateOffer, updateOffer } from './save.ts';
