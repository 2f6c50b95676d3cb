import { adminPages, adminPaths, isPagePath } from '@inaam/contracts/common/paths';
import { createReturnPath } from '@inaam/ui/return-path';

const signedOutPages: readonly string[] = [adminPaths.login, adminPaths.register];

/** Opens the requested page after a sign-in. */
export const returnPath = createReturnPath((path) => isPagePath(adminPages, path) && !signedOutPages.includes(path));
