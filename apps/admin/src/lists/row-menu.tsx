import { IconButton } from '@inaam/ui/button';
import { Menu, type MenuItem } from '@inaam/ui/menu';
import { Ellipsis } from 'lucide-react';

/** A menu with further actions on a row. The menu needs less room than buttons, so more figures fit in the row. */
export const RowMenu = ({
  rowName,
  items,
}: {
  /** The row's name for screen readers: `voucher ••••B715`. */
  rowName: string;
  items: readonly (MenuItem | false)[];
}) => {
  const shownItems = items.filter((item) => item !== false);
  return shownItems.length === 0 ? null : (
    <Menu
      items={shownItems}
      trigger={
        <IconButton small label={`Actions for ${rowName}`}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
    />
  );
};
