const minute = 60_000;

/**
 * Tells whether what ended by itself should be started again: up to five times a minute. More often means
 * that it can't run, and that going on would only hide it.
 */
export function createRestartLimit(most = 5, now: () => number = Date.now): () => boolean {
  const restarts: number[] = [];
  return () => {
    const time = now();
    restarts.push(time);
    return restarts.filter((earlier) => earlier > time - minute).length <= most;
  };
}
