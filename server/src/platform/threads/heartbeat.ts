/** A count in memory that two threads share: the one increments it, the other watches it. */
export type Heartbeat = SharedArrayBuffer;

/** Milliseconds between two beats of a thread whose event loop runs. */
const interval = 200;

export function createHeartbeat(): Heartbeat {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** Beats from now on. The beat stops while the event loop of this thread is blocked. */
export function startBeating(heartbeat: Heartbeat): void {
  const count = new Int32Array(heartbeat);
  const beat = () => void Atomics.add(count, 0, 1);
  beat();
  setInterval(beat, interval).unref();
}

/** Tells how long another thread's event loop has been blocked. */
export interface StallMeter {
  /**
   * Looks at the heartbeat. Call it at a fixed interval.
   * @returns milliseconds since the last beat was seen; 0 before the first beat.
   */
  look(): number;
}

/**
 * @param period milliseconds between two calls of `look`. A call that comes later counts no more than twice that:
 * then the watching thread, or the whole machine, was what stood still.
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
