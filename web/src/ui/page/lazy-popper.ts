import type { PopperProps } from '@mui/material/Popper';
import type { ComponentType } from 'react';
import { lazyOverlay } from './lazy-overlay.tsx';

/** MUI's popper, whose code is loaded apart: the build gives it to tooltips, `web/libraries.ts`. */
export default lazyOverlay(
  async () => (await import('@mui/material/Popper')).default as ComponentType<PopperProps>,
  { isQuiet: true },
);
