import { AppError } from '../../../platform/errors.ts';
import { OutOfMemory, OutOfTime, ThreadPool } from '../../../platform/threads/thread-pool.ts';
import { type CheckedLogic, checkLogic, type LogicToCheck } from './check-logic.ts';

/** Maximum length of logic that is compiled in the main thread, in some milliseconds. */
const shortLogic = 5_000;
const milliseconds = 10_000;

const pool = new ThreadPool({
  name: 'modules/protections/evaluation/check-thread',
  threads: 1,
  resourceLimits: { maxOldGenerationSizeMb: 512 },
});

/**
 * Checks logic before it is saved or simulated. Long logic is compiled in a worker thread, so that it does not block
 * requests.
 * @throws AppError `too-large` if it takes more than 10 s or too much memory.
 */
export async function checkInThread(request: LogicToCheck): Promise<CheckedLogic> {
  const { thresholds } = 'saved' in request ? request.saved : request.definition;
  const length = thresholds.reduce((sum, { logic }) => sum + logic.length, 0);
  if (length <= shortLogic) return checkLogic(request);
  try {
    return await pool.run(request, { milliseconds });
  } catch (error) {
    if (!(error instanceof OutOfTime || error instanceof OutOfMemory)) throw error;
    throw new AppError('too-large', 'Checking the logic took too long. Please simplify it.');
  }
}
