import { formatExactRupees, formatRupees } from '@inaam/contracts/common/format';
import { parseTypedNumber } from '@inaam/contracts/common/money';
import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import { useMemo } from 'react';
import { trpc } from '../../app/trpc.ts';

const ALL_ACTIVE = { limit: 1000, status: 'active' } as const;
const FRESH_MS = 60_000;

/** The amounts in rupees that users can win in active offers; undefined while the offers load. */
export function useWinnableAmounts(): ReadonlySet<number> | undefined {
  const { data } = trpc.admin.offers.list.useQuery(ALL_ACTIVE, { staleTime: FRESH_MS });
  return useMemo(
    () =>
      data?.offers &&
      new Set(data.offers.flatMap(({ spinner_config }) => oddsOrDefault(spinner_config).map(({ amount }) => amount))),
    [data],
  );
}

/**
 * A warning for an amount that no spin can win; undefined for other amounts. The admin can still save vouchers of the
 * amount, because a new offer may use it.
 */
export function findUnwinnableAmounts(typed: string, winnable: ReadonlySet<number> | undefined): string | undefined {
  const amount = parseTypedNumber(typed) ?? 0;
  if (amount === 0) return undefined;
  if (!Number.isInteger(amount)) return `No spin can win ${formatExactRupees(amount)}: prizes are whole rupees.`;
  return winnable && !winnable.has(amount) ? `No active offer has ${formatRupees(amount)} as a prize.` : undefined;
}
