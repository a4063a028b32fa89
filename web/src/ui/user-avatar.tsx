import Avatar from '@mui/material/Avatar';
import type { ReactNode } from 'react';

/** A user's initials. Decoration beside the name; grey when the user is disabled. */
export function UserAvatar({
  firstName,
  lastName,
  userName,
  enabled = true,
}: {
  firstName: string;
  lastName: string;
  userName: string;
  enabled?: boolean;
}): ReactNode {
  const initials = `${firstName.charAt(0)}${lastName.charAt(0)}` || userName.charAt(0);
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
      {initials.toUpperCase()}
    </Avatar>
  );
}
