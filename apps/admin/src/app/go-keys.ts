import { adminPaths } from '@inaam/contracts/common/paths';
import type { Entry } from './shell/navigation.ts';

/** The pages that `g` and then a letter open, as in Gmail: https://support.google.com/mail/answer/6594 */
export const goKeys: readonly { key: string; to: Entry['to'] }[] = [
  { key: 'd', to: adminPaths.dashboard },
  { key: 'o', to: adminPaths.offers },
  { key: 'u', to: adminPaths.users },
  { key: 'v', to: adminPaths.vouchers },
  { key: 'c', to: adminPaths.conversions },
  { key: 'l', to: adminPaths.offerClicks },
  { key: 'm', to: adminPaths.cases },
  { key: 'n', to: adminPaths.networks },
  { key: 'f', to: adminPaths.fraud },
  { key: 's', to: adminPaths.admins },
];

/** The keys that open a page, as text (`G O`); undefined for a page without keys. */
export const goHint = (to: string): string | undefined => {
  const key = goKeys.find((each) => each.to === to)?.key;
  return key && `G ${key.toUpperCase()}`;
};
