/** What the stand-in network has to offer: its amounts are in rupees, as its postbacks are. */

interface Listed {
  id: string;
  title: string;
  words: string;
  payout: string;
  install: boolean;
  kind: string;
  picture: string;
  steps: string[];
}

const listed: Listed[] = [
  {
    id: 'feed-201',
    title: 'Cricket quiz league',
    words: 'Install and finish three quizzes.',
    payout: '24.00',
    install: true,
    kind: 'Games',
    picture: 'quiz',
    steps: ['Install the app', 'Finish three quizzes'],
  },
  {
    id: 'feed-202',
    title: 'Metro card top-up',
    words: 'Register and top up ₹50 or more.',
    payout: '36.50',
    install: false,
    kind: 'Shopping',
    picture: 'metro',
    steps: ['Register with your phone number', 'Top up ₹50 or more'],
  },
  {
    id: 'feed-203',
    title: 'Evening news survey',
    words: 'Fourteen questions, about five minutes.',
    payout: '15.00',
    install: false,
    kind: 'Surveys',
    picture: 'news',
    steps: [],
  },
  {
    id: 'feed-204',
    title: 'Step counter',
    words: 'Install and walk 3,000 steps.',
    payout: '19.25',
    install: true,
    kind: 'Apps',
    picture: 'steps',
    steps: ['Install the app', 'Walk 3,000 steps'],
  },
];

const pictureAt = (origin: string, { picture }: Listed): string => `${origin}/pictures/${picture}.png`;

const linkOf = (origin: string, { title, payout }: Listed): string =>
  `${origin}/offer?click_id={click_id}&offer={offer_id}&${new URLSearchParams({ title, payout }).toString()}`;

/** As OGAds lists. The last one has no link: real lists have such, too. */
export const likeOgads = (origin: string) => ({
  success: true,
  offers: [
    ...listed.map((offer) => ({
      offerid: offer.id,
      name_short: offer.title,
      adcopy: offer.words,
      picture: pictureAt(origin, offer),
      instructions: offer.steps,
      payout: offer.payout,
      ctype: offer.install ? 1 : 2,
      country: 'IN',
      link: linkOf(origin, offer),
    })),
    { offerid: 'feed-299', name_short: 'Withdrawn', adcopy: '', payout: '5.00', ctype: 2, country: 'IN', link: '' },
  ],
});

/** As CPAlead lists. The last one pays in another currency. */
export const likeCpalead = (origin: string) => ({
  status: 'success',
  number_offers: listed.length + 1,
  offers: [
    ...listed.map((offer) => ({
      campid: offer.id,
      title: offer.title,
      description: offer.words,
      link: linkOf(origin, offer),
      previews: [{ id: 1, url: pictureAt(origin, offer) }],
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
