/** Texts for the worst case: a long name, and a word without a place to break. */
export const LONG =
  'Complete the survey about the daily use of household electronics, and confirm the address that was given at the start';
export const UNBROKEN =
  'https://partner.example/offers/complete?click_id=0f8fad5bd9cb469fa165708678950020&campaign=festival';
