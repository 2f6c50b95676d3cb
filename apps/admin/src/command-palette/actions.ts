import { may, type Role } from '@inaam/contracts/access/permissions';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { LookupHit } from '@inaam/contracts/lookup/lookup';
import type { LinkOptions } from '@tanstack/react-router';

/**
 * What the search can begin, beside leading somewhere. Each opens the form or the question that stands for it on its
 * own screen: nothing is done before that is confirmed.
 */
export interface PaletteAction {
  id: string;
  label: string;
  hint: string;
  target: LinkOptions;
}

type Permitted = PaletteAction & { needs: Parameters<typeof may>[1] };

const fixed: readonly Permitted[] = [
  {
    id: 'do-offer',
    label: 'Create an offer',
    hint: 'C on the list',
    target: { to: adminPaths.offers, search: { panel: 'new' } },
    needs: 'admin.offers.create',
  },
  {
    id: 'do-vouchers',
    label: 'Add vouchers',
    hint: 'C on the list',
    target: { to: adminPaths.vouchers, search: { panel: 'new' } },
    needs: 'admin.vouchers.create',
  },
  {
    id: 'do-reorder',
    label: 'Reorder list',
    hint: 'What to buy',
    target: { to: adminPaths.vouchers, search: { panel: 'reorder' } },
    needs: 'admin.vouchers.forecast',
  },
];

/** `add ₹500`, `add 500 vouchers`, `restock 500`: vouchers of an amount. */
const ADD = /^(?:add|restock|new)\s+(?:₹|rs\.?\s*)?(\d{1,6}(?:\.\d{1,2})?)\b/i;

const matches = (label: string, typed: string): boolean =>
  ` ${label}`.toLowerCase().includes(` ${typed.trim().toLowerCase()}`);

/** What can be begun by what is typed; nothing before anything is. */
export function actionsFor(typed: string, role: Role | undefined): PaletteAction[] {
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
  return [...restock, ...fixed.filter(({ label }) => matches(label, typed))]
    .filter(({ needs }) => may(role, needs))
    .map(({ needs: _needs, ...action }) => action);
}

/** What can be begun about what was found: the best of them alone, so that the list stays a list of what was found. */
export function actionsOn(hit: LookupHit | undefined, role: Role | undefined): PaletteAction[] {
  if (!hit || !role || !may(role, 'admin.fraud.act')) return [];
  if (hit.kind === 'user')
    return [
      {
        id: `do-flag-${hit.key}`,
        label: `Flag or unflag ${hit.label}`,
        hint: 'With the evidence',
        target: { to: adminPaths.fraud, search: { tab: 'users', panel: `user-${hit.key}` } },
      },
    ];
  if (hit.kind === 'ip' || hit.kind === 'device')
    return [
      {
        id: `do-block-${hit.kind}-${hit.key}`,
        label: `Block or unblock ${hit.label}`,
        hint: 'With the evidence',
        target: {
          to: adminPaths.fraud,
          search: { tab: hit.kind === 'ip' ? 'ips' : 'devices', panel: `${hit.kind}-${hit.key}` },
        },
      },
    ];
  return [];
}
