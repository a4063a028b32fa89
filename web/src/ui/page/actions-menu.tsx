import { mdiDotsVertical } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

/** A menu item: a link or an action. */
export type Action = {
  /** Label: a verb. */
  label: string;
  /** Path of an icon of @mdi/js. */
  icon?: string;
  disabled?: boolean;
} & ({ to: string } | { onChoose: () => void });

/** A menu of further actions behind three dots. Renders nothing without actions. */
export function ActionsMenu({
  label,
  actions,
}: {
  /** The target of the actions, as in 'Actions for Pump 7'. */
  label: string;
  actions: readonly Action[];
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = (): void => setAnchor(null);
  if (actions.length === 0) return null;
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          {...(anchor === null ? {} : { 'aria-controls': id })}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ p: 1 }}
        >
          <Icon path={mdiDotsVertical} />
        </IconButton>
      </Tooltip>
      {/* Stops propagation: a click in the menu must not open the row. */}
      <Menu
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
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
              close();
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
    </>
  );
}
