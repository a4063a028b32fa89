import { mdiChevronDown } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../../ui/page/icon.tsx';
import { lazyOverlay } from '../../ui/page/lazy-overlay.tsx';
import type { Menu } from './navigation.ts';

const BarMenuItems = lazyOverlay(async () => (await import('./bar-menu-items.tsx')).BarMenuItems);

/** A button of the bar that opens a menu. */
export function BarMenu({ menu }: { menu: Menu }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor === null ? {} : { 'aria-controls': id })}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<Icon path={mdiChevronDown} />}
      >
        {menu.label}
      </Button>
      <BarMenuItems
        id={id}
        open={anchor !== null}
        anchor={anchor}
        items={menu.items}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}
