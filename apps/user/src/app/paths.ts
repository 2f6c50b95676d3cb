/** Every address of the app, in one place. */
export const paths = {
  offers: '/',
  profile: '/profile',
  fairness: '/fairness',
  login: '/login',
  register: '/register',
  legal: '/legal',
  terms: '/terms',
  privacy: '/privacy',
} as const;
