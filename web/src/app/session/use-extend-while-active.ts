import { useEffect, useRef } from 'react';

/** A session may be extended in its last five minutes; its last minute belongs to the countdown. */
const from = 5 * 60_000;
const until = 60_000;
const lookAgain = 20_000;

/**
 * Extends a session that is in use: with a key or a click in its last minutes but one, without a question.
 * @param end epoch milliseconds; null where it is not known
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
