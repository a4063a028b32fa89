import { mdiAccountGroupOutline, mdiEmailOutline } from '@mdi/js';
import Avatar from '@mui/material/Avatar';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface Names {
  firstName: string;
  lastName: string;
  userName: string;
}

type UserAvatarProps = {
  /** Grey when disabled. */
  enabled?: boolean;
  /** Pixels. */
  size?: number;
} & (Names | { type: 'email' | 'group' });

const icons = { email: mdiEmailOutline, group: mdiAccountGroupOutline };

/** A decorative avatar beside a name: a user's initials, an envelope, or a group icon. */
export function UserAvatar(props: UserAvatarProps): ReactNode {
  const { enabled = true, size = 28 } = props;
  return (
    <Avatar
      aria-hidden
      sx={{
        width: size,
        height: size,
        fontSize: size < 28 ? '0.625rem' : '0.8125rem',
        fontWeight: 600,
        bgcolor: enabled ? 'primary.main' : 'action.disabledBackground',
        color: enabled ? 'primary.contrastText' : 'text.secondary',
      }}
    >
      {'type' in props ? <Icon path={icons[props.type]} sx={{ fontSize: size * 0.64 }} /> : toInitials(props)}
    </Avatar>
  );
}

function toInitials(name: Names): string {
  const initial = (text: string): string => [...text][0] ?? '';
  return (initial(name.firstName) + initial(name.lastName) || initial(name.userName)).toUpperCase();
}
