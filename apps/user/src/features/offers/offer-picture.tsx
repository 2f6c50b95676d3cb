import type { UserOffer } from '@inaam/contracts/offers/offers';
import { cx } from '@inaam/ui/cx';
import { CategoryMark } from './category-mark.tsx';

/** Over the whole card; else beside the text on phones, and above or at its side with more room. */
type Place = 'over' | 'card' | 'side';

const PLACES: Record<Place, string> = {
  over: '-mx-4 -mt-4 rounded-t-[calc(var(--radius-card)-1px)]',
  card: 'w-24 self-start rounded-control sm:-mx-4 sm:-mt-4 sm:w-auto sm:self-auto sm:rounded-none sm:rounded-t-[calc(var(--radius-card)-1px)]',
  side: 'w-24 self-start rounded-control sm:row-span-2 sm:-my-4 sm:-ml-4 sm:aspect-auto sm:w-auto sm:self-stretch sm:rounded-none',
};

/** An offer's picture in a reserved 16:9 slot: its own over its tiny placeholder, or its category's mark. */
export function OfferPicture({ offer, place }: { offer: UserOffer; place: Place }) {
  const { picture, category } = offer;
  const slot = cx('aspect-video shrink-0 overflow-hidden', PLACES[place]);
  if (!picture) return <CategoryMark category={category} className={slot} large={place === 'over'} />;
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
