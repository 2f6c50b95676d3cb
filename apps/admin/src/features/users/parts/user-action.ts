/** What a user's page is opened to do: its question is asked at once, where there is one thing that it can be about. */
export const userActions = ['flag', 'credit', 'resend'] as const;
export type UserAction = (typeof userActions)[number];

/** The router's `validateSearch` of a user's page. */
export const userPageSearch = (raw: Readonly<Record<string, unknown>>): { act?: UserAction | undefined } => {
  const act = userActions.find((each) => each === raw.act);
  return act ? { act } : {};
};
