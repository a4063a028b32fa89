/** Measures the total time spent waiting. */
export class Stopwatch {
  milliseconds = 0;

  async time<T>(work: Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work;
    this.milliseconds += performance.now() - begun;
    return result;
  }
}

/** Yields the same items, fetching each next one while the current one is used. */
export async function* ahead<T>(items: AsyncGenerator<T>, waiting: Stopwatch): AsyncGenerator<T> {
  const fetchNext = () => {
    const fetched = items.next();
    // Awaited below; a failure before that must not count as an unhandled rejection.
    fetched.catch(() => undefined);
    return fetched;
  };
  let next = fetchNext();
  try {
    for (;;) {
      const { done, value } = await waiting.time(next);
      if (done) return;
      next = fetchNext();
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
  }
}
