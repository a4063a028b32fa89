import { mdiPlus } from '@mdi/js';
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

/** A button, or with `to` a link, that adds a record or an entry of a list. */
export function AddButton({ to, ...props }: Omit<ButtonProps, 'startIcon'> & { to?: string }): ReactNode {
  return (
    <Button
      {...props}
      {...(to === undefined ? {} : { component: Link, to })}
      startIcon={<Icon path={mdiPlus} />}
    />
  );
}
