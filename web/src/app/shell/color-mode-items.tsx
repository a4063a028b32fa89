import { mdiCheck } from '@mdi/js';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { useAppearance } from '../../shared/session/appearance.ts';
import { Icon } from '../../ui/page/icon.tsx';

const modes = [
  ['system', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** The menu of `ColorModeMenu`. */
export function ColorModeItems({
  open,
  anchor,
  onClose,
}: {
  open: boolean;
  anchor: HTMLElement | null;
  onClose: () => void;
}): ReactNode {
  const { appearance, change } = useAppearance();
  return (
    <Menu open={open} anchorEl={anchor} onClose={onClose}>
      {modes.map(([value, label]) => (
        <MenuItem
          key={value}
          role="menuitemradio"
          aria-checked={appearance.theme === value}
          selected={appearance.theme === value}
          onClick={() => {
            change({ theme: value });
            onClose();
          }}
        >
          <ListItemIcon>{appearance.theme === value ? <Icon path={mdiCheck} /> : null}</ListItemIcon>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
