import { AppError } from '../../../platform/errors.ts';

/** Maximum number of a user's queries in the task pool, which refuses more than eight waiting tasks per user. */
const maximumStarted = 4;
/** Maximum number of a user's queries that wait here: enough for a dashboard of 200 cards. */
const maximumWaiting = 250;

interface Turns {
  started: number;
  waiting: (() => void)[];
}

const turns = new Map<string, Turns>();

/**
 * Runs work of a user after the user's earlier work.
 * @throws AppError `too-many-requests`.
 */
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
