import type { PopoverProps } from '@mui/material/Popover';
import type { ComponentType } from 'react';
import { lazyOverlay } from './lazy-overlay.tsx';

/** Lazily loaded popover of MUI. */
export const Popover = lazyOverlay(
  async () => (await import('@mui/material/Popover')).default as ComponentType<PopoverProps>,
);
