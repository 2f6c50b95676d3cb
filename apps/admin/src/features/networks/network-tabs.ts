/** The tabs of a network's page, in the order in which they stand. */
export const networkTabs = [
  { id: 'health', label: 'Health' },
  { id: 'inbox', label: 'Inbox' },
  { id: 'feed', label: 'Feed' },
  { id: 'settings', label: 'Settings' },
  { id: 'test', label: 'Test' },
] as const;

export type NetworkTab = (typeof networkTabs)[number]['id'];

/** The tab that an address names; the first where it names none that there is. */
export const readTab = (raw: unknown): NetworkTab => networkTabs.find(({ id }) => id === raw)?.id ?? 'health';
