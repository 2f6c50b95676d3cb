import { formatRupees } from '@inaam/contracts/common/format';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { useState } from 'react';
import { vouchers as words } from '../../words/words.ts';
import { ArrivedWin } from '../spins/parts/arrived-win.tsx';
import { ActionBar } from './floating-bar.tsx';

/**
 * Announces that the voucher of a win has arrived, after the amount was out of stock. A press shows the win as after a
 * spin.
 */
export function ArrivedBar({ offer, onSeen }: { offer: UserOffer; onSeen: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div role="status">
        <ActionBar
          title={words.arrivedTitle}
          text={words.arrivedHow({ amount: formatRupees(rewardAmount(offer.reward_type) ?? 0) })}
          label={words.unwrap}
          onPress={() => setOpen(true)}
        />
      </div>
      {isOpen && <ArrivedWin offer={offer} onClose={onSeen} />}
    </>
  );
}
