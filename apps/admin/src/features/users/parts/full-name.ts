import { joinNames } from '@inaam/contracts/common/format';

/** First and last name; the e-mail address if both are empty. */
export const fullName = (user: { first_name: string; last_name: string; email: string }): string =>
  joinNames(user.first_name, user.last_name) || user.email;
