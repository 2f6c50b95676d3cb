import type { ConversionListInput } from '@inaam/contracts/completions/conversions';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { soughtCode } from '../../ledger/vouchers/codes.ts';
import { completionsByClicks, completionsByCode } from './found-by.ts';
import type { CompletionFilters } from './matching.ts';

type Input = Pick<ConversionListInput, 'dateRange' | 'offer' | 'offer_id' | 'search' | 'state' | 'voucherFilter'>;

/** What the list of conversions and its file filter by; a text is looked for in codes of vouchers, too. */
export async function conversionFilters(
  services: { kernel: Kernel; secrets: SecretBox },
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
