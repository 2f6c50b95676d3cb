export { listOfferClicks, offerClicksFile } from './list-offer-clicks.ts';
