import { isAllowed, type Role } from '@inaam/contracts/access/permissions';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { LookupHit } from '@inaam/contracts/lookup/lookup';
import type { LinkOptions } from '@tanstack/react-router';

/**
 * An action that the palette offers. It opens a form or a confirmation on its own page and changes nothing until the
 * admin confirms.
 */
export interface PaletteAction {
  id: string;
  label: string;
  hint: string;
  target: LinkOptions;
}

type Permitted = PaletteAction & {
  needs: Parameters<typeof isAllowed>[1];
  /** More words by which a search finds the action. */
  keywords?: string;
};

const fixedActions: readonly Permitted[] = [
  {
    id: 'do-offer',
    label: 'Create an offer',
    hint: 'Press C in the list',
    keywords: 'add new',
    target: { to: adminPaths.offers, search: { panel: 'new' } },
    needs: 'admin.offers.create',
  },
  {
    id: 'do-vouchers',
    label: 'Add vouchers',
    hint: 'Press C in the list',
    keywords: 'create new codes stock',
    target: { to: adminPaths.vouchers, search: { panel: 'new' } },
    needs: 'admin.vouchers.create',
  },
  {
    id: 'do-import',
    label: 'Import vouchers',
    hint: 'Upload CSV',
    keywords: 'add codes file stock',
    target: { to: adminPaths.vouchers, search: { panel: 'import' } },
    needs: 'admin.vouchers.create',
  },
  {
    id: 'do-reorder',
    label: 'Reorder list',
    hint: 'Vouchers to buy',
    keywords: 'vouchers buy',
    target: { to: adminPaths.vouchers, search: { panel: 'reorder' } },
    needs: 'admin.vouchers.forecast',
  },
  {
    id: 'do-network',
    label: 'Add a network',
    hint: 'Networks',
    keywords: 'create new partner',
    target: { to: adminPaths.addNetwork },
    needs: 'admin.networks.create',
  },
  {
    id: 'do-flag',
    label: 'Flag or unflag users',
    hint: 'Fraud Detection',
    keywords: 'ban suspend',
    target: { to: adminPaths.fraud, search: { tab: 'users' } },
    needs: 'admin.fraud.act',
  },
  {
    id: 'do-block',
    label: 'Block or unblock an IP address',
    hint: 'Fraud Detection',
    keywords: 'ip ban',
    target: { to: adminPaths.fraud, search: { tab: 'ips' } },
    needs: 'admin.fraud.act',
  },
  {
    id: 'do-pause-spins',
    label: 'Pause or resume spins',
    hint: 'Operations',
    keywords: 'stop wheel',
    target: { to: adminPaths.operations, search: { pause: 'spins' } },
    needs: 'admin.spending.pause',
  },
  {
    id: 'do-pause-starts',
    label: 'Pause or resume the starting of offers',
    hint: 'Operations',
    keywords: 'stop',
    target: { to: adminPaths.operations, search: { pause: 'starts' } },
    needs: 'admin.spending.pause',
  },
  {
    id: 'do-pause-sign-ups',
    label: 'Pause or resume sign-ups',
    hint: 'Operations',
    keywords: 'stop accounts',
    target: { to: adminPaths.operations, search: { pause: 'sign_ups' } },
    needs: 'admin.spending.pause',
  },
  {
    id: 'do-admin',
    label: 'Add an admin',
    hint: 'Admin Settings',
    keywords: 'create new colleague role',
    target: { to: adminPaths.admins },
    needs: 'admin.admins.setRole',
  },
];

/** `add ₹500`, `add 500 vouchers`, `restock 500`: adds vouchers of an amount. */
const ADD = /^(?:add|restock|new)\s+(?:₹|rs\.?\s*)?(\d{1,6}(?:\.\d{1,2})?)\b/i;

/** Whether each typed word is the start of some word in the text, in any order. */
export function matchesWords(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}₹]+/u);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((each) => words.some((word) => word.startsWith(each)));
}

/** Actions that match the typed text; none before anything is typed. */
export function listActionsFor(typed: string, role: Role | undefined): PaletteAction[] {
  if (typed.trim() === '' || !role) return [];
  const amount = ADD.exec(typed.trim())?.[1];
  const restock: Permitted[] = amount
    ? [
        {
          id: 'do-restock',
          label: `Add ₹${amount} vouchers`,
          hint: 'Vouchers',
          target: { to: adminPaths.vouchers, search: { panel: `new-${amount}` } },
          needs: 'admin.vouchers.create',
        },
      ]
    : [];
  return [...restock, ...fixedActions.filter(({ label, keywords = '' }) => matchesWords(`${label} ${keywords}`, typed))]
    .filter(({ needs }) => isAllowed(role, needs))
    .map(({ needs: _needs, keywords: _keywords, ...action }) => action);
}

/** For commands such as `flag asha@example.com`, `credit Asha`, `resend asha@…`, `block 203.0.113.9`. */
const verbs = ['flag', 'unflag', 'block', 'unblock', 'credit', 'resend', 'edit', 'odds'] as const;
type Verb = (typeof verbs)[number];
const COMMAND = new RegExp(`^(${verbs.join('|')})\\s+(\\S.*)$`, 'i');

/** Splits the typed text into a verb and a search term; without a verb, the whole text is the search term. */
export function parseCommand(typed: string): { verb: Verb | undefined; searchTerm: string } {
  const [, word, searchTerm] = COMMAND.exec(typed.trim()) ?? [];
  return { verb: verbs.find((verb) => verb === word?.toLowerCase()), searchTerm: searchTerm ?? typed };
}

/** Actions on a user. Each opens the user's page with the action's confirmation. */
const userActions = {
  flag: { label: 'Flag', act: 'flag', needs: 'admin.fraud.act' },
  unflag: { label: 'Unflag', act: 'flag', needs: 'admin.fraud.act' },
  credit: { label: 'Credit manually:', act: 'credit', needs: 'admin.users.credit' },
  resend: { label: 'Resend a code to', act: 'resend', needs: 'admin.vouchers.resend' },
} as const satisfies Partial<Record<Verb, { label: string; act: string; needs: Permitted['needs'] }>>;

/**
 * Actions of the typed verb on the hits that it applies to. The action on the best hit comes first, so Enter runs it.
 */
export function listCommands(verb: Verb, hits: readonly LookupHit[], role: Role | undefined): PaletteAction[] {
  if (verb === 'block' || verb === 'unblock') {
    return hits.filter(({ kind }) => kind === 'ip' || kind === 'device').flatMap((hit) => listActions(hit, role));
  }
  if (verb === 'edit' || verb === 'odds') {
    if (!role || !isAllowed(role, 'admin.offers.update')) return [];
    return hits
      .filter(({ kind }) => kind === 'offer')
      .map((hit) => ({
        id: `do-edit-${hit.key}`,
        label: `Edit ${hit.label}`,
        hint: hit.hint,
        target: { to: adminPaths.offers, search: { panel: hit.key } },
      }));
  }
  const { label, act, needs } = userActions[verb];
  if (!role || !isAllowed(role, needs)) return [];
  return hits
    .filter(({ kind }) => kind === 'user')
    .map((hit) => ({
      id: `do-${verb}-${hit.key}`,
      label: `${label} ${hit.label}`,
      hint: hit.hint,
      target: { to: adminPaths.user, params: { userId: hit.key }, search: { act } },
    }));
}

/** Actions on a hit. The palette lists them for the best hit only, so that its list stays short. */
export function listActions(hit: LookupHit | undefined, role: Role | undefined): PaletteAction[] {
  if (!hit || !role || !isAllowed(role, 'admin.fraud.act')) return [];
  if (hit.kind === 'user')
    return [
      {
        id: `do-flag-${hit.key}`,
        label: `Flag or unflag ${hit.label}`,
        hint: 'Opens the evidence',
        target: { to: adminPaths.fraud, search: { tab: 'users', panel: `user-${hit.key}` } },
      },
    ];
  if (hit.kind === 'ip' || hit.kind === 'device')
    return [
      {
        id: `do-block-${hit.kind}-${hit.key}`,
        label: `Block or unblock ${hit.label}`,
        hint: 'Opens the evidence',
        target: {
          to: adminPaths.fraud,
          search: { tab: hit.kind === 'ip' ? 'ips' : 'devices', panel: `${hit.kind}-${hit.key}` },
        },
      },
    ];
  return [];
}
