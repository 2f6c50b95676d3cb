import { buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { ExternalLink } from 'lucide-react';
import { vouchers as words } from '../../../words/words.ts';

/** The brand's own redemption page, in a new tab. */
export const ShopLink = ({ url, brand, className }: { url: string; brand: string; className?: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer" className={cx(buttonClass({ variant: 'tonal' }), className)}>
    <span className="min-w-0 wrap-anywhere">{words.shopAt({ brand })}</span>
    <ExternalLink aria-hidden className="size-4 shrink-0 max-xs:hidden" />
  </a>
);
