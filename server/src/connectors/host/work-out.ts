import { isFinal, retryDelay } from '@twinward/domain/connections/failures';
import { type ConnectorCall, ConnectorFailure, type FiledWork, type RequestsRole } from '../connector.ts';
import type { PreparedCall } from './call.ts';
import type { Clock } from './clock.ts';
import type { DueRequest, WorkRequestPorts } from './ports.ts';

/** Milliseconds that a system has to take a request; it is not given out again before `takenFor`. */
const fileLimit = 40_000;
/** Milliseconds for which nobody else tries a request that was taken. */
const takenFor = 60_000;
/** Milliseconds after which a request that was taken is no longer filed: another run may be about to. */
const latestFiling = takenFor - fileLimit;
/** Milliseconds until the second try. Doubled with each further try. */
const firstRetry = 15_000;
/** Milliseconds for which nobody tries a request whose answer is missing: the system may still work on it. */
const unansweredFor = 300_000;
const longestRetry = 3_600_000;
/** Requests whose states are read at once. */
const statesAtOnce = 50;

export interface WorkOut {
  role: RequestsRole;
  prepared: PreparedCall;
  ports: WorkRequestPorts;
  clock: Clock;
}

/**
 * Sends the requests that are due, one by one. Each is looked for by its key before it is filed, so that one whose answer
 * was lost is not filed twice.
 * @throws ConnectorFailure that concerns the connection rather than a request
 */
export async function sendRequests(out: WorkOut): Promise<void> {
  const { prepared, ports } = out;
  while (!prepared.call.signal.aborted) {
    const due = await ports.take(takenFor);
    if (!due) return;
    await send(out, due);
  }
}

async function send(
  { role, prepared, ports, clock }: WorkOut,
  { id, attempts, work }: DueRequest,
): Promise<void> {
  const takenAt = clock.now();
  const limit = AbortSignal.any([prepared.call.signal, AbortSignal.timeout(fileLimit)]);
  const call: ConnectorCall = { ...prepared.call, signal: limit };
  let filed: FiledWork | null;
  let isFiling = false;
  try {
    filed = await role.find(call, work.key);
    if (!filed) {
      if (clock.now() - takenAt > latestFiling || limit.aborted)
        throw new ConnectorFailure('busy', 'The system took too long to find the request.');
      isFiling = true;
      filed = await role.file(call, work);
    }
  } catch (error) {
    if (prepared.call.signal.aborted) return;
    const failure = limit.aborted
      ? new ConnectorFailure('unreachable', `No answer within ${fileLimit / 1000} seconds.`)
      : prepared.toFailure(error);
    const stops = isFinal(failure.kind) && failure.kind !== 'refused';
    const pause = Math.min(longestRetry, firstRetry * 2 ** Math.min(attempts - 1, 10));
    const hold = isFiling && failure.kind === 'unreachable' ? unansweredFor : 0;
    const delay = Math.max(pause, hold, retryDelay(1, failure.retryAfter));
    await ports.failed(id, attempts, failure.message, { delay, hold });
    if (stops || failure.kind === 'unreachable') throw failure;
    return;
  }
  await ports.filed(id, filed);
}

/** Reads the states of open work that were not read for so many milliseconds. @throws ConnectorFailure */
export async function mirrorStates({ role, prepared, ports }: WorkOut, age: number): Promise<void> {
  while (!prepared.call.signal.aborted) {
    const numbers = await ports.open(age, statesAtOnce);
    if (numbers.length > 0) await ports.states(numbers, await role.states(prepared.call, numbers));
    if (numbers.length < statesAtOnce) return;
  }
}
