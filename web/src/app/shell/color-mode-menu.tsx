import { mdiBrightness6, mdiCheck } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useState } from 'react';
import { useAppearance } from '../../shared/session/appearance.ts';
import { Icon } from '../../ui/page/icon.tsx';

const modes = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Light, dark, or as the system is set. */
export function ColorModeMenu(): ReactNode {
  const { appearance, change } = useAppearance();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title="Colors">
        <IconButton
          aria-label="Colors"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={mdiBrightness6} />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {modes.map(([value, label]) => (
          <MenuItem
            key={value}
            role="menuitemradio"
            aria-checked={appearance.theme === value}
            selected={appearance.theme === value}
            onClick={() => {
              change({ theme: value });
              setAnchor(null);
            }}
          >
            <ListItemIcon>{appearance.theme === value ? <Icon path={mdiCheck} /> : null}</ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
