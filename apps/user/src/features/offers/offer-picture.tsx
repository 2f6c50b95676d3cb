import type { UserOffer } from '@inaam/contracts/offers/offers';
import { cx } from '@inaam/ui/cx';
import { CategoryMark } from './category-mark.tsx';

/**
 * What an offer looks like, in a slot of 16:9 that is there before the picture: its own picture over a few dots of it,
 * or the mark of its category.
 * @param large over the whole card; else beside its words on a phone, and over the card where there is room
 */
export function OfferPicture({ offer, large }: { offer: UserOffer; large: boolean }) {
  const { picture, category } = offer;
  const slot = cx(
    'aspect-video shrink-0 overflow-hidden',
    large
      ? '-mx-4 -mt-4 rounded-t-[calc(var(--radius-card)-1px)]'
      : 'w-24 self-start rounded-control sm:-mx-4 sm:-mt-4 sm:w-auto sm:self-auto sm:rounded-none sm:rounded-t-[calc(var(--radius-card)-1px)]',
  );
  if (!picture) return <CategoryMark category={category} className={slot} large={large} />;
  return (
    <span aria-hidden className={cx('block', slot)}>
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
