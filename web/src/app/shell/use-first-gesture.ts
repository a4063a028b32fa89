import { useEffect } from 'react';

const gestures = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Runs an action at the first pointer move or key press, to preload code that is not part of the first load.
 * @param action must be stable across renders; null for none
 */
export function useFirstGesture(action: (() => Promise<unknown>) | null): void {
  useEffect(() => {
    if (action === null) return;
    const stop = (): void => {
      for (const gesture of gestures) document.removeEventListener(gesture, run);
    };
    const run = (): void => {
      stop();
      // Retried when opened.
      action().catch(() => undefined);
    };
    for (const gesture of gestures) document.addEventListener(gesture, run);
    return stop;
  }, [action]);
}
