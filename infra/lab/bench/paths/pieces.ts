/** What may be measured, in this order. */
export const pieces = [
  'spin',
  'click',
  'postback',
  'offers',
  'hot',
  'completion',
  'followed',
  'sign-in',
  'start',
] as const;
export type Piece = (typeof pieces)[number];
