import { userPaths } from '@inaam/contracts/common/paths';
import { createReturnPath } from '@inaam/ui/return-path';

const { offers, vouchers, profile, account, notifications, fairness } = userPaths;
const pages: readonly string[] = [offers, vouchers, profile, account, notifications, fairness];

/** The page that the person requested before the sign-in, if it is one of these pages. */
export const returnPath = createReturnPath((path) => pages.includes(path));
