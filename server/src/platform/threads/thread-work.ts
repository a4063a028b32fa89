import { parentPort } from 'node:worker_threads';

/** A piece of work as sent to a thread of a `ThreadPool`. */
export interface NumberedWork<Work> {
  id: number;
  work: Work;
}

/** Sent by a thread when it starts a piece of work; its time limit counts from then. */
export interface Began {
  began: number;
}

/**
 * Creates the default export of a `*-thread.ts` file that a `ThreadPool` runs.
 * @param load loads what a piece of work needs, before its time limit begins
 */
export function threadWork<Work, Result, Loaded = undefined>(
  run: (work: Work, loaded: Loaded) => Result | Promise<Result>,
  load?: (work: Work) => Promise<Loaded>,
): (numbered: NumberedWork<Work>) => Promise<Result> {
  return async ({ id, work }) => {
    const loaded = (await load?.(work)) as Loaded;
    parentPort!.postMessage({ began: id } satisfies Began);
    return run(work, loaded);
  };
}
