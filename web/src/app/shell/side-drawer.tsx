import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { MenuText, menuLink } from './menu-link.tsx';
import type { Menu, MenuItem } from './navigation.ts';

/** The menus of the top bar on a small screen. */
export function SideDrawer({
  open,
  menus,
  onClose,
}: {
  open: boolean;
  menus: readonly Menu[];
  onClose: () => void;
}): ReactNode {
  const link = (item: MenuItem): ReactNode => (
    <ListItem key={item.title} disablePadding>
      <ListItemButton
        {...menuLink(item, true)}
        onClick={() => {
          onClose();
          if ('onChoose' in item) item.onChoose();
        }}
        sx={{ minHeight: 44, '&[aria-current=page]': { color: 'primary.main', fontWeight: 600 } }}
      >
        <MenuText item={item} />
      </ListItemButton>
    </ListItem>
  );
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu', sx: { width: 264 } } }}>
      <Box component="nav" aria-label="Main">
        <List>{link({ path: '/home', title: 'Home' })}</List>
        {menus.map((menu) => (
          <Box key={menu.label}>
            <Typography variant="h2" id={`menu-${menu.label}`} sx={{ px: 4, pt: 2, color: 'text.secondary' }}>
              {menu.label}
            </Typography>
            <List aria-labelledby={`menu-${menu.label}`}>{menu.items.map(link)}</List>
          </Box>
        ))}
      </Box>
    </Drawer>
  );
}
