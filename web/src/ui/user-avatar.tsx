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
} & (Names | { type: 'email' | 'group' });

const icons = { email: mdiEmailOutline, group: mdiAccountGroupOutline };

/** Who someone is, at a glance: a user's initials, an envelope, or several users. Decoration beside the name. */
export function UserAvatar(props: UserAvatarProps): ReactNode {
  const { enabled = true } = props;
  return (
    <Avatar
      aria-hidden
      sx={{
        width: 28,
        height: 28,
        fontSize: '0.8125rem',
        fontWeight: 600,
        bgcolor: enabled ? 'primary.main' : 'action.disabledBackground',
        color: enabled ? 'primary.contrastText' : 'text.secondary',
      }}
    >
      {'type' in props ? <Icon path={icons[props.type]} sx={{ fontSize: 18 }} /> : initialsOf(props)}
    </Avatar>
  );
}

function initialsOf(name: Names): string {
  const initial = (text: string): string => [...text][0] ?? '';
  return (initial(name.firstName) + initial(name.lastName) || initial(name.userName)).toUpperCase();
}
