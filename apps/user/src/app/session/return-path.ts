import { userPaths } from '@inaam/contracts/common/paths';
import { createReturnPath } from '@inaam/ui/return-path';

const { offers, vouchers, profile, account, notifications, fairness } = userPaths;
const pages: readonly string[] = [offers, vouchers, profile, account, notifications, fairness];

/** Opens the requested page after a sign-in. */
export const returnPath = createReturnPath((path) => pages.includes(path));
