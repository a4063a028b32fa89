import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListSubheader from '@mui/material/ListSubheader';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Menu } from './navigation.ts';

/** The bar's menus on a small screen. */
export function SideDrawer({
  open,
  menus,
  onClose,
}: {
  open: boolean;
  menus: readonly Menu[];
  onClose: () => void;
}): ReactNode {
  const link = (path: string, title: string): ReactNode => (
    <ListItem key={path} disablePadding>
      <ListItemButton
        component={NavLink}
        to={path}
        end
        onClick={onClose}
        sx={{ minHeight: 44, '&[aria-current=page]': { color: 'primary.main', fontWeight: 600 } }}
      >
        {title}
      </ListItemButton>
    </ListItem>
  );
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { sx: { width: 264 } } }}>
      <Box component="nav" aria-label="Main">
        <List>{link('/home', 'Home')}</List>
        {menus.map((menu) => (
          <List key={menu.label} subheader={<ListSubheader component="div">{menu.label}</ListSubheader>}>
            {menu.items.map((item) => link(item.path, item.title))}
          </List>
        ))}
      </Box>
    </Drawer>
  );
}
