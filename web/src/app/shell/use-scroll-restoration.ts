import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { useHistory } from '../../ui/navigation/product-router.tsx';

const storageKey = 'twinward.scroll';

/** Scroll positions by history entry. */
type Positions = Record<string, number>;

const storedPositions = (): Positions => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Positions;
  } catch {
    return {};
  }
};
let positions: Positions | undefined;

/** Scrolls a new page to its top or anchor, and restores the position of a page shown before. */
export function useScrollRestoration(): void {
  const location = useLocation();
  const { key, hash } = location;
  const history = useHistory();

  useEffect(() => {
    positions ??= storedPositions();
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = 'auto';
    };
  }, []);

  useEffect(() => {
    const storePosition = (): void => {
      positions = { ...(positions ?? storedPositions()), [key]: window.scrollY };
    };
    const storeForReload = (): void => {
      storePosition();
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(positions));
      } catch {
        // Without storage, a reloaded page starts at its top.
      }
      window.history.scrollRestoration = 'auto';
    };
    // Before the next page is rendered, which may be shorter.
    const stop = history.listen(storePosition);
    window.addEventListener('pagehide', storeForReload);
    return () => {
      stop();
      window.removeEventListener('pagehide', storeForReload);
    };
  }, [history, key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation, also to the same URL
  useLayoutEffect(() => {
    positions ??= storedPositions();
    const left = positions[key];
    if (left !== undefined) {
      window.scrollTo(0, left);
      return;
    }
    const anchor = hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
    if (anchor !== null) anchor.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [location]);
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
