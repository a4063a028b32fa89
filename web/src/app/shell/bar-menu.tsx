import { mdiChevronDown } from '@mdi/js';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../../ui/page/icon.tsx';
import { MenuText, menuLink } from './menu-link.tsx';
import type { Menu as MenuEntry } from './navigation.ts';

/** A button of the bar that opens a menu. */
export function BarMenu({ menu }: { menu: MenuEntry }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = (): void => setAnchor(null);
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor === null ? {} : { 'aria-controls': id })}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<Icon path={mdiChevronDown} />}
      >
        {menu.label}
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={close}>
        {menu.items.map((item) => (
          <MenuItem
            key={item.title}
            {...menuLink(item)}
            onClick={() => {
              close();
              if ('onChoose' in item) item.onChoose();
            }}
          >
            <MenuText item={item} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
