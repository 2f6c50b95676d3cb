import type { ConversionListInput } from '@inaam/contracts/completions/conversions';
import { soughtCode } from '../../ledger/vouchers/codes.ts';
import type { Services } from '../../services.ts';
import { completionsByClicks, completionsByCode } from './found-by.ts';
import type { CompletionFilters } from './matching.ts';

type Input = Pick<ConversionListInput, 'dateRange' | 'offer' | 'offer_id' | 'search' | 'state' | 'voucherFilter'>;

/** What the list of conversions and its file filter by; a text is looked for in codes of vouchers, too. */
export async function conversionFilters(
  services: Pick<Services, 'kernel' | 'secrets'>,
  { dateRange, offer, offer_id: offerId, search, state, voucherFilter: outcome }: Input,
): Promise<CompletionFilters> {
  return {
    dateRange,
    dated: 'completion',
    offer,
    offerId,
    outcome,
    state: state === 'all' ? undefined : state,
    userType: 'all',
    search,
    target: search ? completionsByCode(await soughtCode(services, search)) : completionsByClicks,
  };
}
