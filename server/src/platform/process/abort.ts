/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Rejects with the reason of the signal when it aborts, for use in a race with work. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const rejected = untilAborted(signal).then(() => {
    throw signal.reason;
  });
  // It may reject after the race, without a handler.
  rejected.catch(() => undefined);
  return rejected;
}
