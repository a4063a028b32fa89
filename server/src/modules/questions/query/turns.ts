import { AppError } from '../../../platform/errors.ts';

/** Queries of a user that the pool of tasks holds at a time: it refuses more than eight that wait. */
const maximumStarted = 4;
/** Queries of a user that wait here: those of a dashboard of 200 cards. */
const maximumWaiting = 250;

interface Turns {
  started: number;
  waiting: (() => void)[];
}

const turns = new Map<string, Turns>();

/** Runs work of a user after the work of theirs that waits already. @throws AppError `too-many-requests`. */
export async function inTurn<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
  const own = turns.get(user) ?? { started: 0, waiting: [] };
  turns.set(user, own);
  if (own.started >= maximumStarted) {
    if (own.waiting.length >= maximumWaiting)
      throw new AppError('too-many-requests', 'You have too many waiting queries. Please try again.', {
        retryAfter: 5,
      });
    await new Promise<void>((resolve) => own.waiting.push(resolve));
  } else own.started += 1;
  try {
    return await work();
  } finally {
    const next = own.waiting.shift();
    if (next) next();
    else own.started -= 1;
    if (own.started === 0) turns.delete(user);
  }
}
