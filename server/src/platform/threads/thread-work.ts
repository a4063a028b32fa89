import { parentPort } from 'node:worker_threads';

/** A piece of work as a thread of a `ThreadPool` is given it. */
export interface NumberedWork<Work> {
  id: number;
  work: Work;
}

/** What a thread says when it begins one, from when on its time counts. */
export interface Began {
  began: number;
}

/** Makes the default export of a `*-thread.ts` file that a `ThreadPool` runs. */
export function threadWork<Work, Result>(
  run: (work: Work) => Result,
): (numbered: NumberedWork<Work>) => Result {
  return ({ id, work }) => {
    parentPort!.postMessage({ began: id } satisfies Began);
    return run(work);
  };
}
