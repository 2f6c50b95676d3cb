import { IconButton } from '@inaam/ui/button';
import { Menu, type MenuItem } from '@inaam/ui/menu';
import { Ellipsis } from 'lucide-react';

/** Further actions of a row in a menu, which saves room for figures. */
export const RowMenu = ({
  rowName,
  items,
}: {
  /** The row's name for screen readers: `voucher ••••B715`. */
  rowName: string;
  items: readonly (MenuItem | false)[];
}) => {
  const offered = items.filter((item) => item !== false);
  return offered.length === 0 ? null : (
    <Menu
      items={offered}
      trigger={
        <IconButton small label={`Actions for ${rowName}`}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
    />
  );
};
