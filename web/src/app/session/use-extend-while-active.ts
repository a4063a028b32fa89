import { useEffect, useRef } from 'react';

/** Milliseconds before the end between which a session is extended. The last minute belongs to the countdown. */
const from = 5 * 60_000;
const until = 60_000;
const lookAgain = 20_000;

/**
 * Extends an active session without a question, after a key press or click shortly before its last minute.
 * @param end epoch milliseconds; null if unknown
 */
export function useExtendWhileActive(end: number | null, extend: () => void): void {
  const latest = useRef(extend);
  latest.current = extend;
  useEffect(() => {
    if (end === null) return;
    let used = 0;
    const onUse = (): void => {
      used = Date.now();
    };
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, onUse, { capture: true, passive: true });
    const timer = setInterval(() => {
      const now = Date.now();
      if (now < end - from || now > end - until || used < end - from) return;
      used = 0;
      latest.current();
    }, lookAgain);
    return () => {
      clearInterval(timer);
      for (const event of events) window.removeEventListener(event, onUse, { capture: true });
    };
  }, [end]);
}
