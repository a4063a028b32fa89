import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useState } from 'react';
import type { Session } from '../../shared/session/session.ts';
import { lazyOverlay } from '../../ui/page/lazy-overlay.tsx';
import { UserAvatar } from '../../ui/page/user-avatar.tsx';

const AccountPanel = lazyOverlay(async () => (await import('./account-panel.tsx')).AccountPanel);

/** A menu with the user, time zone and database, and sign-out. */
export function AccountMenu({ session }: { session: Session }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title="Account">
        <IconButton
          aria-label="Account"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ p: 1 }}
        >
          <UserAvatar {...session.user} />
        </IconButton>
      </Tooltip>
      <AccountPanel
        session={session}
        open={anchor !== null}
        anchor={anchor}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}
