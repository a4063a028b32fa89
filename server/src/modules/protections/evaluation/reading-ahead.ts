/** Adds up how long something is waited for. */
export class Stopwatch {
  milliseconds = 0;

  async time<T>(work: Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work;
    this.milliseconds += performance.now() - begun;
    return result;
  }
}

/** The same items; each next one is fetched while the one before is used. */
export async function* ahead<T>(items: AsyncGenerator<T>, waiting: Stopwatch): AsyncGenerator<T> {
  const fetchNext = () => {
    const fetched = items.next();
    // Awaited below; until then a failure must not count as unhandled.
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
