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

/** Creates the default export of a `*-thread.ts` file that a `ThreadPool` runs. */
export function threadWork<Work, Result>(
  run: (work: Work) => Result,
): (numbered: NumberedWork<Work>) => Result {
  return ({ id, work }) => {
    parentPort!.postMessage({ began: id } satisfies Began);
    return run(work);
  };
}
