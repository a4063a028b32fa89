import type { PopoverProps } from '@mui/material/Popover';
import type { ComponentType } from 'react';
import { lazyOverlay } from './lazy-overlay.tsx';

/** MUI's popover, whose code is loaded apart. */
export const Popover = lazyOverlay(
  async () => (await import('@mui/material/Popover')).default as ComponentType<PopoverProps>,
);
