import { IconButton } from '@inaam/ui/button';
import { Menu, type MenuItem } from '@inaam/ui/menu';
import { Ellipsis } from 'lucide-react';

/** Further actions of a row in a menu, which saves room for figures. */
export const RowMenu = ({
  of,
  items,
}: {
  /** The row's name for screen readers: `voucher ••••B715`. */
  of: string;
  items: readonly (MenuItem | false)[];
}) => {
  const offered = items.filter((item) => item !== false);
  return offered.length === 0 ? null : (
    <Menu
      items={offered}
      trigger={
        <IconButton small label={`Actions for ${of}`}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
    />
  );
};
