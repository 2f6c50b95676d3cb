/** An action in the address of a user's page. Its confirmation opens at once where only one record is possible. */
export const userActions = ['flag', 'credit', 'resend'] as const;
export type UserAction = (typeof userActions)[number];

/** The router's `validateSearch` of a user's page. */
export const userPageSearch = (raw: Readonly<Record<string, unknown>>): { act?: UserAction | undefined } => {
  const act = userActions.find((each) => each === raw.act);
  return act ? { act } : {};
};
