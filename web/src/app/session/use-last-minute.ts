import { useEffect, useState } from 'react';

const lastMinute = 60_000;
/** Polling interval of the clock in milliseconds, since timers pause while a computer sleeps. */
const lookAgain = 30_000;

/** The seconds left until a time, updated every second in the last minute; null before. */
export function useLastMinute(end: number | null): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const left = end === null ? Number.POSITIVE_INFINITY : end - Date.now();
      if (left > lastMinute) {
        setSeconds(null);
        if (end !== null) timer = setTimeout(tick, Math.min(left - lastMinute, lookAgain));
        return;
      }
      setSeconds(Math.max(0, Math.ceil(left / 1000)));
      if (left > 0) timer = setTimeout(tick, left % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [end]);
  return seconds;
}
