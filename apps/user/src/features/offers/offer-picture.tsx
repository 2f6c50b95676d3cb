import type { UserOffer } from '@inaam/contracts/offers/offers';
import { CategoryIcon } from './category-icon.tsx';

const SLOT = 'h-12 w-16 shrink-0 overflow-hidden rounded-control sm:h-15 sm:w-20';

/**
 * An offer's picture in a reserved slot. The picture loads over a tiny placeholder. An offer without a picture shows
 * its category's icon.
 */
export function OfferPicture({ offer: { picture, category } }: { offer: UserOffer }) {
  if (!picture) return <CategoryIcon category={category} className={SLOT} />;
  return (
    <span aria-hidden className={SLOT}>
      <img
        src={picture.url}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        decoding="async"
        className="size-full bg-cover object-cover"
        style={{ backgroundImage: `url("${picture.placeholder}")` }}
      />
    </span>
  );
}
