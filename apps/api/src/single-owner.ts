import type { ApprovalRules } from '@inaam/core/kernel/approval';
import { SettingError } from '@inaam/settings/environment';

/**
 * Checks the number of owners when a production process starts. Without an owner there is no warning, because the first
 * admin is created later.
 * @returns a warning for the log; undefined if there is none
 * @throws SettingError for APPROVALS=always with a single owner: no request could ever be approved
 */
export function judgeOwners(owners: number, when: ApprovalRules['when']): string | undefined {
  if (owners !== 1) return undefined;
  if (when === 'always') {
    throw new SettingError(
      'APPROVALS',
      'cannot be always with a single owner, who could approve nothing: create a second one ' +
        '(npm run create-admin -- NAME MAIL owner), or use two_owners',
    );
  }
  return 'There is a single owner: no second person approves what moves money. Create a second owner';
}
