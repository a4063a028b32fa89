import type { ExplainedThreshold } from '@twinward/contracts/protections/protection-preview';
import { useRef, useState } from 'react';

export interface Explained {
  time: number;
  thresholds: readonly ExplainedThreshold[];
}

/** Requests an explanation at a time. With concurrent requests, the latest wins. */
export function useExplanation(explain: ((time: number) => Promise<readonly ExplainedThreshold[]>) | null): {
  /** Null before a request, or if there is nothing to explain. */
  explained: Explained | null;
  /** Why the last request failed. */
  failure: unknown;
  ask(moment: number): void;
  close(): void;
} {
  const [explained, setExplained] = useState<Explained | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const asked = useRef(0);
  return {
    explained,
    failure,
    ask(moment) {
      if (explain === null) return;
      const time = Math.round(moment);
      asked.current = time;
      setFailure(null);
      explain(time).then(
        (thresholds) => {
          if (thresholds.length > 0 && asked.current === time) setExplained({ time, thresholds });
        },
        (error: unknown) => {
          if (asked.current === time) setFailure(error);
        },
      );
    },
    close: () => setExplained(null),
  };
}

/** The level of thresholds in excursion: the highest, the first in the list among equals. */
export function highestLevel(
  thresholds: readonly { level: number | null }[],
  explained: readonly ExplainedThreshold[],
  defaultLevel: number,
): { level: number; driving: number | null } {
  let driving: number | null = null;
  thresholds.forEach(({ level }, index) => {
    if (level === null || explained[index]?.open !== true) return;
    if (driving === null || level > thresholds[driving]!.level!) driving = index;
  });
  return { level: driving === null ? defaultLevel : thresholds[driving]!.level!, driving };
}
