import { mdiEyeOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { insufficientPrivilege } from '@twinward/contracts/core/error';
import { type ReactNode, Suspense, useState } from 'react';
import { useAccess } from '../../shared/session/session-context.tsx';
import { LoadingRows } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { Popover } from '../../ui/page/popover.tsx';

const Watches = lazyComponent(async () => (await import('./watches.tsx')).Watches);

const refusal: typeof insufficientPrivilege = 'You do not have sufficient privileges to access this page.';

/** The user's watchlist in the top bar. */
export function WatchlistMenu(): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const mayView = useAccess('apps');
  const close = (): void => setAnchor(null);
  return (
    <>
      <Tooltip title="Watchlist">
        <IconButton
          aria-label="Watchlist"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={mdiEyeOutline} />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Watchlist',
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)', p: 4 },
          },
        }}
      >
        {mayView ? (
          <Suspense fallback={<LoadingRows rows={4} />}>
            <Watches onLeave={close} />
          </Suspense>
        ) : (
          <Typography>{refusal}</Typography>
        )}
      </Popover>
    </>
  );
}
