import { useEffect } from 'react';
import { preloadOverlays } from '../../ui/page/lazy-overlay.tsx';

/** Milliseconds after which the code of menus is loaded, if nobody has reached for one before. */
const ahead = 1500;

/** Loads the code of what opens over a page once the page has been shown: when the pointer or the focus moves, or after a moment. */
export function usePreloadedOverlays(): void {
  useEffect(() => {
    const load = (): void => {
      stop();
      void preloadOverlays();
    };
    const timer = setTimeout(load, ahead);
    document.addEventListener('pointerover', load);
    document.addEventListener('focusin', load);
    const stop = (): void => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', load);
      document.removeEventListener('focusin', load);
    };
    return stop;
  }, []);
}
