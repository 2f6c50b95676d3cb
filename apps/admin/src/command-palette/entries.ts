import type { Role } from '@inaam/contracts/access/permissions';
import { adminPaths } from '@inaam/contracts/common/paths';
import { type LookupHit, lookupKinds } from '@inaam/contracts/lookup/lookup';
import type { LinkOptions } from '@tanstack/react-router';
import { goHint } from '../app/go-keys.ts';
import { entries } from '../app/shell/navigation.ts';
import { listActions, listActionsFor, listCommands, matchesWords, parseCommand } from './actions.ts';

export interface PaletteEntry {
  id: string;
  label: string;
  hint: string;
  /** A page to open, or an action of the page that is open. */
  target: LinkOptions | (() => void);
}

export interface PaletteGroup {
  title: string;
  entries: PaletteEntry[];
}

const pages: readonly PaletteEntry[] = entries.map(({ to, label, description }) => ({
  id: `page-${to}`,
  label,
  hint: [description, goHint(to)].filter(Boolean).join(' · '),
  target: { to },
}));

/** Pages that match every typed word in their name or description; all pages before anything is typed. */
export function listPages(typed: string): PaletteEntry[] {
  return pages.filter(({ label, hint }) => matchesWords(`${label} ${hint}`, typed));
}

const titles: Record<LookupHit['kind'], string> = {
  user: 'Users',
  offer: 'Offers',
  voucher: 'Vouchers',
  click: 'Clicks',
  completion: 'Conversions',
  ip: 'IP addresses',
  device: 'Devices',
};

const MASK = '•';

/**
 * The page of a hit.
 * @param typed the search text, used for a voucher whose code is masked
 */
export function getTarget(hit: LookupHit, typed: string): LinkOptions {
  const { kind, key, label, completion_id, user_id } = hit;
  switch (kind) {
    case 'user':
      return { to: adminPaths.user, params: { userId: key } };
    case 'offer':
      return { to: adminPaths.offers, search: { panel: `view-${key}` } };
    case 'voucher':
      return { to: adminPaths.vouchers, search: { search: label.startsWith(MASK) ? typed.trim() : label } };
    case 'completion':
      return { to: adminPaths.conversion, params: { completionId: key } };
    case 'click':
      // The click has no completion yet: the user's page lists pending clicks.
      if (completion_id === null) return { to: adminPaths.user, params: { userId: String(user_id) } };
      return { to: adminPaths.conversion, params: { completionId: String(completion_id) } };
    case 'ip':
      return { to: adminPaths.fraud, search: { tab: 'ips', panel: `ip-${key}` } };
    case 'device':
      return { to: adminPaths.fraud, search: { tab: 'devices', panel: `device-${key}` } };
  }
}

/**
 * Without typed text: the records opened last, the actions of the open page, and all pages. With typed text: what
 * matches among the page's actions and the pages, then hits by kind in the order of their best hit, and other actions.
 * If the text begins with a verb such as `flag`, and the verb applies to a hit: actions only.
 */
export function groupEntries(
  typed: string,
  hits: readonly LookupHit[],
  role?: Role,
  { onPage = [], recent = [] }: { onPage?: readonly PaletteEntry[]; recent?: readonly PaletteEntry[] } = {},
): PaletteGroup[] {
  const { verb } = parseCommand(typed);
  if (verb) {
    const commands = listCommands(verb, hits, role);
    // "flag user" finds users with that name, and the actions that match both words.
    const others = listActionsFor(typed, role);
    if (commands.length > 0) return [{ title: 'Actions', entries: [...commands, ...others] }];
  }
  const entriesByKind = new Map<LookupHit['kind'], PaletteEntry[]>();
  for (const hit of hits) {
    // A newer server may send kinds that this build does not know.
    if (!lookupKinds.includes(hit.kind)) continue;
    const list = entriesByKind.get(hit.kind) ?? [];
    list.push({ id: `${hit.kind}-${hit.key}`, label: hit.label, hint: hit.hint, target: getTarget(hit, typed) });
    entriesByKind.set(hit.kind, list);
  }
  const groups = [...entriesByKind].map(([kind, list]) => ({ title: titles[kind], entries: list }));
  const matching = listPages(typed);
  const actions = [...listActionsFor(typed, role), ...listActions(hits[0], role)];
  const isEmptySearch = typed.trim() === '';
  return [
    { title: 'Recent', entries: isEmptySearch ? [...recent] : [] },
    { title: 'On this page', entries: onPage.filter(({ label }) => isEmptySearch || matchesWords(label, typed)) },
    { title: 'Pages', entries: matching },
    ...groups,
    { title: 'Actions', entries: actions },
  ].filter(({ entries: list }) => list.length > 0);
}
