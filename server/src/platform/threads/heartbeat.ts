/** A counter in memory shared by two threads: one increments it, the other watches it. */
export type Heartbeat = SharedArrayBuffer;

/** Milliseconds between two beats. */
const interval = 200;

export function createHeartbeat(): Heartbeat {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** Starts the heartbeat. It stops while the event loop of this thread is blocked. */
export function startBeating(heartbeat: Heartbeat): void {
  const count = new Int32Array(heartbeat);
  const beat = () => void Atomics.add(count, 0, 1);
  beat();
  setInterval(beat, interval).unref();
}

/** Measures how long another thread's event loop has been blocked. */
export interface StallMeter {
  /**
   * Reads the heartbeat; call it at a fixed interval.
   * @returns milliseconds since the last change; 0 before the first beat.
   */
  look(): number;
}

/**
 * @param period milliseconds between two calls of `look`. A late call counts at most twice the period,
 * because then the watching thread, or the whole machine, was blocked.
 */
export function createStallMeter(
  heartbeat: Heartbeat,
  period: number,
  now: () => number = () => performance.now(),
): StallMeter {
  const count = new Int32Array(heartbeat);
  let seen = 0;
  let stalled = 0;
  let lookedAt = now();
  return {
    look() {
      const time = now();
      const elapsed = Math.min(time - lookedAt, 2 * period);
      lookedAt = time;
      const beats = Atomics.load(count, 0);
      stalled = beats === seen && beats !== 0 ? stalled + elapsed : 0;
      seen = beats;
      return stalled;
    },
  };
}
