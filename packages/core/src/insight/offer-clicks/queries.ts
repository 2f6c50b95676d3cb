export { listOfferClicks } from './list-offer-clicks.ts';
export { offerClicksFile } from './offer-clicks-file.ts';
