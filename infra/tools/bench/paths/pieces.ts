/** What may be measured, in this order. */
export const pieces = [
  'spin',
  'click',
  'postback',
  'offers',
  'hot',
  'completion',
  'sign-in',
  'start',
  'peers',
] as const;
export type Piece = (typeof pieces)[number];
