/** What a user's page is opened to do: its question is asked at once, where there is one thing that it can be about. */
export const userActs = ['flag', 'credit', 'resend'] as const;
export type UserAct = (typeof userActs)[number];

/** The router's `validateSearch` of a user's page. */
export const userPageSearch = (raw: Readonly<Record<string, unknown>>): { act?: UserAct | undefined } => {
  const act = userActs.find((each) => each === raw.act);
  return act ? { act } : {};
};
