/**
 * Actions that the URL of a user's page can request: `?act=flag`. The confirmation opens at once if the action can
 * apply to only one record, such as the user's only voucher.
 */
export const userActions = ['flag', 'credit', 'resend'] as const;
export type UserAction = (typeof userActions)[number];

/** The router's `validateSearch` of a user's page. */
export const userPageSearch = (raw: Readonly<Record<string, unknown>>): { act?: UserAction | undefined } => {
  const act = userActions.find((each) => each === raw.act);
  return act ? { act } : {};
};
