import { mdiBrightness6 } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/page/icon.tsx';
import { lazyOverlay } from '../../ui/page/lazy-overlay.tsx';

const ColorModeItems = lazyOverlay(async () => (await import('./color-mode-items.tsx')).ColorModeItems);

/** Chooses the colour scheme: light, dark, or that of the system. */
export function ColorModeMenu(): ReactNode {
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
      <ColorModeItems open={anchor !== null} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}
