import type { ListWords } from '../../lists/columns.ts';
import type { TabId } from './fraud-search.ts';
import type { FlagDirection } from './parts/fraud-actions.ts';

const LOAD_FAILURE = 'Failed to load fraud detection data';

const buildWords = (one: string, many: string, none: string, emptyHint: string): ListWords => ({
  one,
  many,
  failed: LOAD_FAILURE,
  empty: none,
  emptyHint,
  noMatch: none,
  noMatchHint: 'Try adjusting your search or filters',
});

/** Specification section 2: the tabs and their empty states. */
export const tabWords: Record<TabId, { title: string; words: ListWords }> = {
  users: {
    title: 'Recent Registrations',
    words: buildWords('user', 'users', 'No users found', 'New registrations are listed here.'),
  },
  ips: {
    title: 'Suspicious IPs',
    words: buildWords(
      'IP address',
      'IP addresses',
      'No suspicious IPs found',
      'Addresses that several users registered from are listed here.',
    ),
  },
  devices: {
    title: 'Suspicious Devices',
    words: buildWords(
      'device',
      'devices',
      'No suspicious devices found',
      'Devices that several users registered on are listed here.',
    ),
  },
};

/** Specification section 5: shown when no user is selected. */
export const selectionMessages: Record<FlagDirection, string> = {
  flag: 'Please select users to flag',
  unflag: 'Please select users to unflag',
};
