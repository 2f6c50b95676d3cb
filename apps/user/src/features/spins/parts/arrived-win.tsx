import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { Dialog } from '@inaam/ui/dialog';
import { trpc } from '../../../app/data.tsx';
import { spins as words } from '../../../words/words.ts';
import { getPrizeChance } from './prize-list.tsx';
import { WonActions } from './won-actions.tsx';
import { WonCard } from './won-card.tsx';

/** A win whose amount was out of stock, and whose voucher has arrived. It looks like a win on the wheel. */
export function ArrivedWin({ offer, onClose }: { offer: UserOffer; onClose: () => void }) {
  const { data } = trpc.user.insights.stats.useQuery();
  const voucher = data?.completions.find(({ offer_id }) => offer_id === offer.offer_id)?.voucher ?? undefined;
  const amount = rewardAmount(offer.reward_type) ?? 0;
  if (!voucher) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.wonTitle}
      description={offer.title}
      footer={<WonActions voucher={voucher} ignoresPresses={false} onClose={onClose} />}
    >
      <WonCard amount={amount} voucher={voucher} chance={getPrizeChance(oddsOrDefault(offer.spinner_config), amount)} />
    </Dialog>
  );
}
