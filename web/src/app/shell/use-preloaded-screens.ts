import { useEffect } from 'react';
import { matchRoutes } from 'react-router';
import { basePath } from '../../shared/address/base-path.ts';
import { type BuiltRoute, builtRoutes } from '../routes.tsx';

/** Preloads the code of a linked screen when the pointer or the focus reaches the link. */
export function usePreloadedScreens(entries: readonly BuiltRoute[] = builtRoutes): void {
  useEffect(() => {
    let last: Element | null = null;
    const preload = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      if (link === last) return;
      last = link;
      // A failure is retried, and reported, when the link is followed.
      if (link instanceof HTMLAnchorElement)
        screenAt(link, entries)
          ?.preload()
          .catch(() => {});
    };
    document.addEventListener('pointerover', preload);
    document.addEventListener('focusin', preload);
    return () => {
      document.removeEventListener('pointerover', preload);
      document.removeEventListener('focusin', preload);
    };
  }, [entries]);
}

/** The screen at the URL of a link; undefined outside the application. */
function screenAt(
  { origin, pathname }: HTMLAnchorElement,
  entries: readonly BuiltRoute[],
): BuiltRoute['screen'] | undefined {
  if (origin !== window.location.origin) return undefined;
  const routes = entries.map(({ path, screen }) => ({ path, handle: screen }));
  return matchRoutes(routes, pathname, basePath || '/')?.at(-1)?.route.handle;
}
