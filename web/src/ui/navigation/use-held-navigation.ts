import { useEffect, useState } from 'react';
import type { Path } from 'react-router';
import { useHistory } from './product-router.tsx';

/** A blocked navigation that waits for the user's choice. */
export interface HeldNavigation {
  leave(): void;
  stay(): void;
}

/**
 * Blocks navigations, including back and forward.
 * @param isHeld called before each navigation; returns whether to block it
 * @returns the blocked navigation that waits for the user's choice, or null
 */
export function useHeldNavigation(isHeld: (current: Path, next: Path) => boolean): HeldNavigation | null {
  const history = useHistory();
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() =>
    history.hold((current, next, go) => {
      const held = isHeld(current, next);
      if (held) setGo(() => go);
      return held;
    }),
  );
  if (go === null) return null;
  const stay = (): void => setGo(null);
  return {
    stay,
    leave: () => {
      stay();
      go();
    },
  };
}
