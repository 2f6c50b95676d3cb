import type { SpinResult } from '@inaam/contracts/spins/spins';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../app/data.tsx';

/** The polling interval for the voucher of a win whose amount is out of stock, while the card of the win is open. */
const ASK_EVERY_MS = 5000;

/**
 * The voucher of a win. If the amount was out of stock at the spin, repeats the spin call until the recorded result has
 * the voucher.
 */
export function usePendingVoucher(offerId: number, result: SpinResult | undefined): SpinResult['voucher'] {
  const { client } = trpc.useUtils();
  const isOwed = result !== undefined && result.rewardType !== 'none' && !result.voucher;
  const { data } = useQuery({
    queryKey: ['owed', offerId],
    enabled: isOwed,
    refetchInterval: ({ state }) => (state.data ? false : ASK_EVERY_MS),
    retry: false,
    queryFn: async () =>
      (await client.user.spins.spin.mutate({ offerId, clientSeed: result?.proof.clientSeed ?? '' })).voucher ?? null,
  });
  return result?.voucher ?? data ?? undefined;
}
