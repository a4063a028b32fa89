import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

/** An item of a menu: a link or an action. */
export type Action = {
  /** Label: a verb. */
  label: string;
  /** Path of an icon of @mdi/js. */
  icon?: string;
  disabled?: boolean;
} & ({ to: string } | { onChoose: () => void });

/** The menu of `ActionsMenu`. */
export function ActionItems({
  id,
  open,
  anchor,
  actions,
  onClose,
}: {
  id: string;
  open: boolean;
  anchor: HTMLElement | null;
  actions: readonly Action[];
  onClose: () => void;
}): ReactNode {
  return (
    // Stops propagation: a click in the menu must not open the row.
    <Menu
      id={id}
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {actions.map((action) => (
        <MenuItem
          key={action.label}
          dense
          disabled={action.disabled ?? false}
          {...('to' in action ? { component: Link, to: action.to } : {})}
          onClick={() => {
            onClose();
            if ('onChoose' in action) action.onChoose();
          }}
        >
          {action.icon === undefined ? null : (
            <ListItemIcon>
              <Icon path={action.icon} />
            </ListItemIcon>
          )}
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
