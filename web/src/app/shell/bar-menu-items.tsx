import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { MenuText, menuLink } from './menu-link.tsx';
import type { MenuItem as Item } from './navigation.ts';

/** The menu of `BarMenu`. */
export function BarMenuItems({
  id,
  open,
  anchor,
  items,
  onClose,
}: {
  id: string;
  open: boolean;
  anchor: HTMLElement | null;
  items: readonly Item[];
  onClose: () => void;
}): ReactNode {
  return (
    <Menu id={id} open={open} anchorEl={anchor} onClose={onClose}>
      {items.map((item) => (
        <MenuItem
          key={item.title}
          {...menuLink(item)}
          onClick={() => {
            onClose();
            if ('onChoose' in item) item.onChoose();
          }}
        >
          <MenuText item={item} />
        </MenuItem>
      ))}
    </Menu>
  );
}
