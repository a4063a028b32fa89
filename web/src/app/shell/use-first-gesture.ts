import { useEffect } from 'react';

const gestures = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Runs an action when the pointer first moves or a key is first pressed: code that somebody will ask for next is loaded
 * then, and is not part of the first load.
 * @param action stable across renders; null for none
 */
export function useFirstGesture(action: (() => Promise<unknown>) | null): void {
  useEffect(() => {
    if (action === null) return;
    const stop = (): void => {
      for (const gesture of gestures) document.removeEventListener(gesture, run);
    };
    const run = (): void => {
      stop();
      // What can't be loaded now is asked for again when it opens.
      action().catch(() => undefined);
    };
    for (const gesture of gestures) document.addEventListener(gesture, run);
    return stop;
  }, [action]);
}
