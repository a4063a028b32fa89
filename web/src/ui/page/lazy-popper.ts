import type { PopperProps } from '@mui/material/Popper';
import type { ComponentType } from 'react';
import { lazyOverlay } from './lazy-overlay.tsx';

/** Lazily loaded popper of MUI. `web/libraries.ts` substitutes it in MUI's tooltips at build time. */
export default lazyOverlay(
  async () => (await import('@mui/material/Popper')).default as ComponentType<PopperProps>,
  { isQuiet: true },
);
