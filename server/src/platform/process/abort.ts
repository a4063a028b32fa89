/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Rejects with the reason of the signal when it aborts, to be raced against work. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const rejected = untilAborted(signal).then(() => {
    throw signal.reason;
  });
  // After the race it may reject with no handler.
  rejected.catch(() => undefined);
  return rejected;
}
