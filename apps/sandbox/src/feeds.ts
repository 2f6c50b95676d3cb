/** The offers of the sandbox network, with amounts in rupees. */

interface SandboxOffer {
  id: string;
  title: string;
  description: string;
  payout: string;
  install: boolean;
  kind: string;
  picture: string;
  steps: string[];
}

const offers: SandboxOffer[] = [
  {
    id: 'feed-201',
    title: 'Cricket quiz league',
    description: 'Install and finish three quizzes.',
    payout: '24.00',
    install: true,
    kind: 'Games',
    picture: 'quiz',
    steps: ['Install the app', 'Finish three quizzes'],
  },
  {
    id: 'feed-202',
    title: 'Metro card top-up',
    description: 'Register and top up ₹50 or more.',
    payout: '36.50',
    install: false,
    kind: 'Shopping',
    picture: 'metro',
    steps: ['Register with your phone number', 'Top up ₹50 or more'],
  },
  {
    id: 'feed-203',
    title: 'Evening news survey',
    description: 'Fourteen questions, about five minutes.',
    payout: '15.00',
    install: false,
    kind: 'Surveys',
    picture: 'news',
    steps: [],
  },
  {
    id: 'feed-204',
    title: 'Step counter',
    description: 'Install and walk 3,000 steps.',
    payout: '19.25',
    install: true,
    kind: 'Apps',
    picture: 'steps',
    steps: ['Install the app', 'Walk 3,000 steps'],
  },
];

const getPictureUrl = (origin: string, { picture }: SandboxOffer): string => `${origin}/pictures/${picture}.png`;

const getOfferLink = (origin: string, { title, payout }: SandboxOffer, partner: string | undefined): string =>
  `${origin}/offer?click_id={click_id}&offer={offer_id}&${new URLSearchParams({
    title,
    payout,
    ...(partner && { partner }),
  }).toString()}`;

/** Returns the list in the OGAds format. The last item has no link, like some items of real lists. */
export const listAsOgads = (origin: string, partner?: string) => ({
  success: true,
  offers: [
    ...offers.map((offer) => ({
      offerid: offer.id,
      name_short: offer.title,
      adcopy: offer.description,
      picture: getPictureUrl(origin, offer),
      instructions: offer.steps,
      payout: offer.payout,
      ctype: offer.install ? 1 : 2,
      country: 'IN',
      link: getOfferLink(origin, offer, partner),
    })),
    { offerid: 'feed-299', name_short: 'Withdrawn', adcopy: '', payout: '5.00', ctype: 2, country: 'IN', link: '' },
  ],
});

/** Returns the list in the CPAlead format. The last item pays in another currency. */
export const listAsCpalead = (origin: string, partner?: string) => ({
  status: 'success',
  number_offers: offers.length + 1,
  offers: [
    ...offers.map((offer) => ({
      campid: offer.id,
      title: offer.title,
      description: offer.description,
      link: getOfferLink(origin, offer, partner),
      previews: [{ id: 1, url: getPictureUrl(origin, offer) }],
      amount: offer.payout,
      payout_currency: 'INR',
      payout_type: offer.install ? 'CPI' : 'CPA',
      country: 'IN',
      category_name: offer.kind,
    })),
    {
      campid: 'feed-298',
      title: 'Paid abroad',
      link: `${origin}/offer`,
      amount: '1.00',
      payout_currency: 'USD',
      country: 'US',
    },
  ],
});
