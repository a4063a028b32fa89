import type { Quality } from '@twinward/contracts/signals/data-point';

/** A value of a source in another system. */
export interface ReadPoint {
  source: string;
  /** Epoch milliseconds. */
  time: number;
  /** Null only if the quality is bad. */
  value: number | null;
  quality: Quality;
}
